import { existsSync } from 'node:fs'
import { Alerts, isParakhError } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { type CheckedConfig, openHost } from '@parakh/server/host'
import { commandLogger } from '../terminal/command-logger.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const ACTS: Readonly<Record<string, string>> = {
  DATABASE_NOT_MIGRATED: 'parakh migrate',
  DURABILITY_OFF: 'Turn the settings on that it names: without them a power cut loses answers that were charged.',
  STORE_UNAVAILABLE: 'Start the database, or look at the section database of the configuration.',
  MASTER_KEY_MISSING: 'Put the named master key back: docs/guides/rotate-secrets.md.',
}
/** What waits in the log of this process alone: its circuits are closed, as it asks no source. */
const OF_THE_SERVER = 'circuit-open'

/** What is found with the database open, and how far the clocks are apart. */
export interface DatabaseFindings {
  readonly findings: readonly Finding[]
  /** Null: there is one clock, or the database was not opened. */
  readonly skewMs: number | null
}

/** Whether the database is there, migrated, durable and has its keys; then what needs an act of operators. */
export async function databaseFindings(config: CheckedConfig, terminal: Terminal): Promise<DatabaseFindings> {
  const { database } = config
  const opened = (findings: readonly Finding[], skewMs: number | null = null) => ({ findings, skewMs })
  if (config.warnings.some(({ code }) => code === 'MISSING_SECRET' || code === 'MISSING_ENVIRONMENT_VARIABLE'))
    return opened([notSeen('database', 'It is not opened while secrets are missing')])
  if (database && 'filename' in database && !existsSync(database.filename))
    return opened([toDo('database', `${database.filename} is not there`, 'parakh migrate')])
  try {
    const host = await openHost(config, { migrate: false, logger: commandLogger(terminal, 'error') })
    try {
      const kept = 'It is migrated, and a commit outlives a power cut'
      return opened(
        [fine('database', kept), ...connectionFindings(config), ...(await alertFindings(host))],
        host.clockSkewMs,
      )
    } finally {
      await host.stop()
    }
  } catch (error) {
    if (!isParakhError(error)) throw error
    return opened([toDo('database', error.message, ACTS[error.code] ?? 'See docs/reference/errors.md.')])
  }
}

const LOCAL = /^(localhost|127\.|\[?::1|\/)/

function connectionFindings({ database }: CheckedConfig): readonly Finding[] {
  if (!database || !('connection' in database) || typeof database.connection !== 'string') return []
  if (!URL.canParse(database.connection)) return []
  const url = new URL(database.connection)
  if (url.hostname === '' || LOCAL.test(url.hostname)) return []
  const mode = url.searchParams.get('sslmode')
  return mode === 'require' || mode === 'verify-full' || mode === 'verify-ca'
    ? []
    : [
        toDo(
          'database',
          `The connection to ${url.hostname} asks for no TLS`,
          'Add ?sslmode=verify-full to its address, or keep it inside a network of your own.',
        ),
      ]
}

async function alertFindings(host: Host): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, rule] of host.get(Alerts)) {
    if (rule.of !== 'operators' || name.endsWith(`/${OF_THE_SERVER}`)) continue
    for (const { params } of await rule.standing()) {
      const facts = Object.entries(params).map(([key, value]) => `${key} ${value}`)
      const page = rule.page === null ? '' : `, or the page ${rule.page} of the console`
      findings.push(toDo('operations', [rule.title, ...facts].join(', '), `parakh alerts list${page}`))
    }
  }
  return findings.length === 0
    ? [fine('operations', 'Money moves, jobs and events are on time, licences hold')]
    : findings
}
