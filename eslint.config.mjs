import { config } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';

/**
 * The rules of `n8n-node lint`, none of them changed. They are for code that runs in n8n: tests use what
 * a node may not (files, processes, timers), and `eslint.project.mjs` has the rules for them.
 */
export default defineConfig(globalIgnores(['test/', 'reports/', '.cache/']), config);
