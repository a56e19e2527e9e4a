import { listSearch, loadOptions } from './listSearch';
import { testConnection } from './testConnection';

/** The methods that the editor calls for every node. */
export const nodeMethods = { credentialTest: { testConnection }, listSearch, loadOptions };
