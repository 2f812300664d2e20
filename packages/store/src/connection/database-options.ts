import type { Knex } from 'knex'
import type { DatabaseTimeouts } from './timeouts.ts'

/** Which database, and how it is reached. */
export type DatabaseOptions =
  | {
      readonly client: 'sqlite3'
      /** A file. */
      readonly filename: string
      /** True: one that is not there is refused. Otherwise it is made, and its folder. */
      readonly mustExist?: boolean
    }
  | {
      readonly client: 'pg'
      /** A URL, or the settings of node-postgres. */
      readonly connection: string | Readonly<Record<string, unknown>>
      /** Connections of this process: 4 to 10 are enough. */
      readonly pool?: { readonly min?: number; readonly max?: number }
      /** What is not given holds as in `DATABASE_TIMEOUTS`. */
      readonly timeouts?: Partial<DatabaseTimeouts>
    }
  | { /** A pool of the host's own. It is never destroyed here. */ readonly knex: Knex }
