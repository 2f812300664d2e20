// Databases for tests of any package. The store's own tests take them from where they are made.
export {
  databaseOn,
  type OwnDatabase,
  sqliteDatabase,
  writeMigratedFile,
} from '../packages/store/test/databases.ts'
