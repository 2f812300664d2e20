import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import { type InitOptions, initAnswers } from '../init/answers.ts'
import { configurationText, environmentText, type InitPlace } from '../init/configuration-text.ts'
import { installedFile, installedPlugins } from '../init/installed-plugins.ts'
import { unitText } from '../init/unit-text.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

/** Whom the service runs as where root wrote it. */
const SERVICE_USER = 'parakh'

interface Options extends InitOptions {
  readonly json?: boolean
}

/** `parakh init [FOLDER]`. */
export function addInit(program: Command, session: Session): void {
  program
    .command('init [folder]')
    .description('write the configuration, the secrets and a unit of systemd of a new deployment')
    .option('--name <name>', 'the name that your callers see')
    .option('--support-email <address>', 'the address that helps them')
    .option('--public-url <url>', 'how they reach it')
    .option('--postgres <url>', 'the connection of PostgreSQL (default: SQLite)')
    .option('--json', 'print exactly one JSON object')
    .action((folder: string | undefined, options: Options) => init(session, folder ?? '.', options))
}

async function init({ terminal }: Session, given: string, options: Options): Promise<void> {
  const folder = resolve(terminal.cwd, given)
  const files = ['parakh.yaml', '.env', 'parakh.service'] as const
  const there = files.find((name) => existsSync(join(folder, name)))
  if (there !== undefined) throw cliErrors.error('INIT_FILE_EXISTS', { file: join(folder, there) })
  const answers = await initAnswers(terminal, options)
  const { username, uid } = userInfo()
  const isRoot = uid === 0
  const place: InitPlace = { folder, plugins: installedPlugins(folder) }
  const parakh = installedFile(folder, '@parakh/cli/bin/parakh.js') ?? realpathSync(process.argv[1] ?? '')
  const texts = {
    'parakh.yaml': configurationText(answers, place),
    '.env': environmentText(answers, () => randomBytes(32).toString('base64')),
    'parakh.service': unitText(place, { user: isRoot ? SERVICE_USER : username, node: process.execPath, parakh }),
  }
  await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
  for (const name of files)
    await writeFile(join(folder, name), texts[name], { flag: 'wx', mode: name === '.env' ? 0o600 : 0o644 })
  printResult(terminal, options, {
    json: { ok: true, folder, files, plugins: place.plugins },
    text: [
      `Written to ${folder}: parakh.yaml, .env (its secrets: keep a copy, and no copy in a repository), parakh.service.`,
      place.plugins.length === 0
        ? 'No lookup is installed here yet: npm install @parakh/ifsc, and name it below "plugins" in parakh.yaml.'
        : `Plugins: ${place.plugins.join(', ')}.`,
      'Next, in that folder: parakh config check, parakh migrate, parakh serve.',
      `As a service:${isRoot ? ` useradd --system ${SERVICE_USER} && chown -R ${SERVICE_USER}: .env data &&` : ''} cp parakh.service /etc/systemd/system/ && systemctl enable --now parakh.`,
      'Once it runs: parakh doctor.',
    ].join('\n'),
  })
}
