/**
 * The ledger, keys, usage and records of Parakh on SQLite and PostgreSQL.
 *
 * @packageDocumentation
 */
export type { DatabaseOptions } from './connection/database-options.ts'
export { type CopiedDatabase, type CopyOptions, copyDatabase } from './copy/copy-database.ts'
export { createStore } from './create-store.ts'
export { storeErrors } from './error-codes.ts'
export { createSecrets } from './secrets/create-secrets.ts'
export type { KeyedSecret } from './secrets/keyed-secret.ts'
export type { StoreOptions } from './store-options.ts'
export { localKeyProvider } from './vault/local-key-provider.ts'
