import type { RigDatabase, RigSecrets } from '../rig/server-settings.ts'

/** What a measured server is told, as JSON in `BENCH_SERVER`: it is another process. */
export interface MeasuredSettings {
  readonly database: RigDatabase
  readonly secrets: RigSecrets
  /** Accounts with a key and funds that it makes; 0 where another process on the same database has made them. */
  readonly callers: number
  /**
   * `local`: bank branches come from what the process has, in the sandbox. `upstream`: they come from a provider that counts as
   * another one's, in production, and answers at once.
   */
  readonly source: 'local' | 'upstream'
  /** Whether new calls are refused while too many wait, as a server does unless told otherwise. */
  readonly sheds?: boolean
}

/** The settings of this process. */
export function measuredSettings(): MeasuredSettings {
  const text = process.env['BENCH_SERVER']
  if (text === undefined) throw new Error('a measured server is started by the bench, which sets BENCH_SERVER')
  return JSON.parse(text)
}
