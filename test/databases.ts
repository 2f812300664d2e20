// Databases for tests of any package. The store's own tests take them from where they are made.
export {
  databaseOn,
  EMPTY_ENGINES,
  ENGINES,
  type OwnDatabase,
  sqliteDatabase,
  type TestDatabase,
  tablesIn,
  writeMigratedFile,
} from '../packages/store/test/databases.ts'
export { openTables } from '../packages/store/test/ledger-bench.ts'
export { openStore } from '../packages/store/test/store-bench.ts'
