import sqlite3 from 'sqlite3'

/** How long SQLite waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000
/** Pages of the log after which the commit that made it so long writes it into the file, which takes 5 to 10 ms. */
const CHECKPOINT_PAGES = 1_000
/** What a connection keeps of the file: the system keeps the rest, and memory is one of the things that a deployer pays for. */
const CACHE_KIB = 512
/** What every connection to a SQLite file sets (reliability.md section 0, rule 8). */
export const SQLITE_PRAGMAS = `pragma busy_timeout=${BUSY_TIMEOUT_MS};pragma journal_mode=wal;pragma synchronous=full;pragma temp_store=memory;pragma cache_size=-${CACHE_KIB};pragma wal_autocheckpoint=${CHECKPOINT_PAGES};`

/** A value that can be bound. */
export type SqliteValue = string | number | null | Uint8Array

/** A statement that stays prepared as long as its connection lives. */
export interface SqliteStatement {
  /** Runs it to its end. A single step would leave its read snapshot open. */
  all<Row>(values?: readonly SqliteValue[]): Promise<readonly Row[]>
}

/** No file is made: one that went away would be taken for an empty database, and the log beside it be emptied. */
const OPEN_EXISTING = sqlite3.OPEN_READWRITE | sqlite3.OPEN_FULLMUTEX

/** One connection to a SQLite file, apart from knex: no statement is prepared twice. */
export class SqliteConnection {
  readonly #database: sqlite3.Database
  readonly #statements: sqlite3.Statement[] = []

  private constructor(database: sqlite3.Database) {
    this.#database = database
  }

  /** Opens a file and sets the pragmas. */
  static async open(filename: string): Promise<SqliteConnection> {
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opening: sqlite3.Database = new sqlite3.Database(filename, OPEN_EXISTING, (error) =>
        error ? reject(error) : resolve(opening),
      )
    })
    const connection = new SqliteConnection(database)
    await connection.exec(SQLITE_PRAGMAS)
    return connection
  }

  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => this.#database.exec(sql, (error) => (error ? reject(error) : resolve())))
  }

  async prepare(sql: string): Promise<SqliteStatement> {
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const preparing: sqlite3.Statement = this.#database.prepare(sql, (error: Error | null) =>
        error ? reject(error) : resolve(preparing),
      )
    })
    this.#statements.push(statement)
    return {
      all: <Row>(values: readonly SqliteValue[] = []) =>
        new Promise<readonly Row[]>((resolve, reject) =>
          statement.all<Row>(values, (error, rows) => (error ? reject(error) : resolve(rows))),
        ),
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#statements.map((statement) => new Promise<void>((resolve) => statement.finalize(() => resolve()))),
    )
    await new Promise<void>((resolve, reject) => this.#database.close((error) => (error ? reject(error) : resolve())))
  }
}
