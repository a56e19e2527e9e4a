/** Whether every variety is run (`npm run test:hostile`), or what tells the most in the time that `npm test` has. */
export const isWhole = process.env['HOSTILE'] === 'all';
