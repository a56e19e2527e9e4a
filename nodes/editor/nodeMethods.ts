import { testConnection } from './testConnection';
import { listSearch, loadOptions } from './listSearch';

/** The methods that the editor calls for every node. */
export const nodeMethods = { credentialTest: { testConnection }, listSearch, loadOptions };
