import { defineErrorTable } from '@parakh/core'

/** Errors of the store. */
export const storeErrors = defineErrorTable('store', {
  ACCOUNT_NOT_FOUND: 'There is no account {id}',
  ADMIN_TOKEN_EXISTS:
    'An admin credential is or was called {name}. Allowed: a new name, because the audit log knows the old one',
  ADMIN_TOKEN_INVALID: 'The admin credential is refused: {detail}',
  ADMIN_TOKEN_NOT_FOUND: 'There is no admin credential {id}',
  ALLOTMENT_NOT_ALLOWED: 'Nothing was allotted: {detail}. Allowed: an active parent to its own active, direct child',
  ALLOTMENT_TOO_HIGH: 'The parent has {available} INR available, which is less than {amount} INR. Nothing was allotted',
  ARCHIVE_EXISTS: 'The file {file} exists already. Allowed: a path that does not exist',
  ARCHIVE_NOTHING: 'No closed period that is not archived yet was closed before {before}. Nothing was written',
  ARCHIVE_TAKEN:
    'Another process archived these periods at the same time, into a file of its own. {file} stands for nothing and was removed',
  ARCHIVE_UNREADABLE: 'The archive {file} cannot be used: {detail}',
  BACKUP_EXISTS: 'The file {file} exists already. Allowed: a path that does not exist, in a folder that does',
  BACKUP_FAILED: 'The backup {file} was not made: {detail}',
  BACKUP_NOT_SUPPORTED:
    'PostgreSQL is backed up by its own tools: pg_dump, or a base backup with archived WAL. docs/guides/backup-and-restore.md has both',
  COMMISSION_ARCHIVED:
    'Entries of that month are in an archive: period {period} of the ledger, and those before it. Allowed: months after it',
  COMMISSION_TOO_LITTLE:
    'Of {accrued} INR commission {convertible} INR can be converted: whole paise of what is final. Asked for: {amount}. Allowed: above zero, at most that',
  DATABASE_COPY_DIFFERS:
    'The table {table} has {rows} rows in the new database and {expected} in the old one, or others: the copy cannot be used. Allowed: the same command, into an empty database',
  DATABASE_COPY_INCOMPLETE:
    'A copy into this database is not complete. Allowed: `parakh database copy` again, which goes on; or drop this database and copy into an empty one',
  DATABASE_COPY_NOT_EMPTY:
    'The new database has rows already, in {table}, and no copy into it is under way. Allowed: an empty database, or one into which a copy was interrupted; a copy that was complete needs no second one',
  DATABASE_COPY_TABLES_MISSING:
    'The new database has no tables for rows of the old one: {tables}. Allowed: the plugins of the old configuration in the new one as well',
  DATABASE_FILE_REPLACED:
    'The SQLite file {file} was deleted or replaced while it is open: nothing more is written. Allowed: put it back, stop the server by SIGTERM, which writes its log into it, and start it again',
  DATABASE_FULL:
    'The disk of the database is full: nothing can be written. Allowed: make room; calls go on by themselves',
  DATABASE_IN_USE:
    'Process {pid} on {host} serves this SQLite database already. Allowed: one serving process at a time; stop it, or use PostgreSQL for several',
  DATABASE_POOLER_UNSUPPORTED:
    'A pooler before PostgreSQL gives each transaction another connection and keeps no prepared statements ({reason}). Allowed: pool_mode = session; with PgBouncer 1.21 or newer pool_mode = transaction and max_prepared_statements above 0; no pooler',
  DATABASE_NOT_FOUND:
    'There is no database file {file}. Allowed: one that is there; `parakh migrate` makes it, and so does `parakh serve --migrate`',
  DATABASE_STANDBY:
    'This PostgreSQL server is a standby, which takes no writes. Allowed: its primary. docs/guides/failover.md says how servers find it',
  DATABASE_UNAVAILABLE: 'The {client} database cannot be opened: {detail}',
  DATABASE_UNSUPPORTED: 'The injected knex is of {client}. Allowed: sqlite3 with a database file, pg',
  DURABILITY_OFF: 'The database may lose commits at a power cut: {setting}. Allowed: {allowed}',
  KEY_ALREADY_ISSUED:
    'This request has issued the API key {id} already, and a secret is shown once. Allowed: that key, rotated for a new secret, or a request of another name',
  KEY_EXTERNAL:
    'The API key {id} stands for a caller whom an auth scheme proves: it has no secret. Allowed: restrict, revoke',
  KEY_NOT_FOUND: 'There is no API key {id}',
  KEY_NOT_SANDBOX: 'The API key {id} is of production already. Allowed: a sandbox key',
  KEY_OVERLAP_INVALID: 'Not an overlap: {seconds} seconds. Allowed: whole seconds from 0 to 604800 (7 days)',
  KEY_REVOKED: 'The API key {id} is revoked; a revoked key stays so',
  KEYS_TOO_MANY:
    'The account {id} has {keys} API keys already, which is the most. Allowed: this one after another was revoked or has expired, or a higher keys.perAccount in the configuration',
  KYC_REQUIRED: 'The account {id} has no approved KYC. Allowed: production keys after `parakh kyc approve {id}`',
  LEDGER_BROKEN:
    'Nothing was closed or archived: {count} invariant(s) are broken, the first is {invariant}, {detail}. Allowed: a ledger that holds; `parakh ledger verify` lists everything',
  LEDGER_CLOSE_DELAYED:
    'Nothing was closed: a transaction of this PostgreSQL cluster that began before does not end, and may still write entries with lower ids. Allowed: again later, once it has ended (pg_stat_activity names it by its backend_xid)',
  MASTER_KEY_INVALID:
    'The master key "{id}" cannot be used. Allowed: at least one, each 32 bytes in base64, each id once',
  MASTER_KEY_MISSING:
    '{count} data keys are wrapped under master keys that no key provider has, or under whose ids other keys stand: {ids}. Allowed: each of them in secrets.masterKey or keyProviders, behind the first; `parakh secrets rewrap` then moves the data keys, and `parakh secrets status` tells when one is needed no longer',
  MASTER_KEY_UNAVAILABLE: {
    text: 'The key provider cannot be asked for a data key: try the same again ({reason})',
    status: 503,
  },
  MASTER_KEY_UNKNOWN:
    'Data is encrypted under the master key "{id}", which no key provider has, or which is another one. Allowed: every key that was ever the first, until `parakh secrets status` tells that nothing needs it',
  OPERATION_REFUSED:
    'The database refused the operation "{kind}" ({reason}). Look up that code of SQLite or PostgreSQL; the log has the same error',
  PEPPER_INVALID:
    'The peppers cannot be used: {detail}. Allowed: at least one, ids of up to 64 letters, digits, _ and -, each once, values that are not empty',
  REFERENCE_REUSED:
    'The reference {reference} was used for another amount. Allowed: the same amount again, or a new reference',
  SCHEMA_TOO_NEW:
    'The database has the migration {migration}, which this release does not know. Allowed: the release that made it, or a newer one',
  SEALED_DATA_DAMAGED:
    'Data of the account {account} in the table {table} cannot be decrypted: it was changed, or moved from another row',
  STATEMENT_NOT_LISTED:
    'The statement "{statement}" of the plugin "{plugin}" was not run. Allowed: a statement that definePlugin({ statements }) lists, with the tables of its own plugin; outside a transaction a read',
  STATEMENT_ARCHIVED:
    'Entries of this time may be in an archive of the ledger ({archive}), whose last period was closed at {closed}. Allowed: months that begin after it',
  STORE_CLOSED: { text: 'The store is closed', status: 503 },
  STORE_UNAVAILABLE: { text: 'The database is busy or cannot be reached: try the same again ({reason})', status: 503 },
  SUBJECT_KEY_MISSING:
    'People are found by hashes under subject keys that the configuration lacks: {ids}. Allowed: each of them in secrets.subjectKeys, behind the first, as long as `parakh secrets status` counts rows under it',
  TABLE_PREFIX_INVALID:
    'Not a table prefix: {prefix}. Allowed: up to 24 lower-case letters, digits and underscores, a letter first',
  THRESHOLD_INVALID: 'Not a threshold: {percent} percent. Allowed: whole percent, 1 to 99',
  WALLET_DRIVER_CHANGED:
    'The production wallets of this database are kept by "{before}" and were used. Allowed: wallet: { use: {before} }, or another database for "{driver}"',
  WALLET_NOT_LOCKED:
    'The {environment} wallet of the account {id} is not among the wallets of this change, so nothing of it was moved. Allowed: one that change({ wallets }) names',
  WALLET_RESERVATION_ENDED:
    'The reservation {id} at the external wallet has ended, and nothing was taken. Allowed: the same again, with a new reservation',
  WALLET_TASK_NOT_FOUND: 'There is no open wallet task {key}. Allowed: the key of one that the list has',
})
