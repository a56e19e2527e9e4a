/** Whether every variety is run (`npm run test:long`), or what tells the most in the time that `npm test` has. */
export const isWhole = process.env['TESTS'] === 'all';
