import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backupFindings } from '../doctor/backups.ts'
import { clockFinding, systemSynchronized } from '../doctor/clock.ts'
import { databaseFindings } from '../doctor/database.ts'
import { diskFindings } from '../doctor/disk.ts'
import { doorFindings } from '../doctor/doors.ts'
import { fileFindings } from '../doctor/files.ts'
import { type Finding, toDo } from '../doctor/finding.ts'
import { requestIdFindings } from '../doctor/request-ids.ts'
import { sourceFindings } from '../doctor/sources.ts'
import { versionFindings } from '../doctor/versions.ts'
import { loadConfiguration } from '../host/load-configuration.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface Options extends CommonOptions {
  readonly url?: string
  readonly backups?: string
}

/** `parakh doctor`. */
export function addDoctor(program: Command, session: Session): void {
  addCommand(program, 'doctor', 'look at a running deployment, and say what to do: exit code 1 where something is')
    .option('--url <url>', 'how callers reach the server (default: server.publicUrl)')
    .option('--backups <path>', 'the newest backup, or the folder of backups')
    .action((options: Options) => doctor(session, program.version() ?? '', options))
}

async function doctor(session: Session, version: string, options: Options): Promise<void> {
  const { terminal } = session
  const config = await loadConfiguration(terminal, { ...options, withoutSecrets: true })
  const now = new Date()
  const url = (options.url ?? config.server.publicUrl)?.replace(/\/$/, '') ?? null
  const backups = options.backups === undefined ? null : resolve(terminal.cwd, options.backups)
  const [database, synchronized] = [await databaseFindings(config, terminal), await systemSynchronized()]
  const findings: readonly Finding[] = [
    ...versionFindings(version, process.versions.node),
    ...config.warnings.map(({ path, message }) =>
      toDo('configuration', `${path}: ${message}`, 'docs/reference/configuration.md'),
    ),
    ...(await fileFindings(config)),
    ...database.findings,
    clockFinding(synchronized, database.skewMs),
    ...(await diskFindings(config)),
    ...(await backupFindings(backups, now)),
    ...(await doorFindings(config, url, now)),
    ...(url === null ? [] : await requestIdFindings(url)),
    ...(await sourceFindings(config, now)),
  ]
  const acts = findings.filter(({ state }) => state === 'act').length
  if (acts > 0) session.exitCode = 1
  printResult(terminal, options, { json: { ok: acts === 0, findings }, text: textOf(findings, acts) })
}

const MARKS = { ok: 'ok      ', warn: 'WARNING ', act: 'TO DO   ', unknown: 'unknown ' } as const

const textOf = (findings: readonly Finding[], acts: number): string =>
  [
    ...findings.map(({ check, state, found, act }) =>
      [`${MARKS[state]}${check.padEnd(14)}${found}`, ...(act === null ? [] : [`${' '.repeat(22)}${act}`])].join('\n'),
    ),
    acts === 0 ? 'Nothing is to be done.' : `To do: ${acts}.`,
  ].join('\n')
