import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

/** The browser that npm has, and fonts, with a lockfile of their own: `npm start` does not install these 70 MB. */
const FOLDER = fileURLToPath(new URL('./chromium', import.meta.url))
const MODULES = join(FOLDER, 'node_modules')
const PACKED = join(MODULES, '@sparticuz/chromium/bin')
const UNPACKED = join(MODULES, '.unpacked')
/** Only these, so that a page has the same size everywhere: they have the rupee sign and Devanagari. */
const FONTS = ['noto-sans', 'noto-sans-devanagari', 'noto-sans-mono']

/** A Chromium that can be started, and the environment that it needs. */
export interface Chromium {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * The Chromium of the tests: that of npm, or the one that `PARAKH_CHROMIUM` names where it does not run (other than Linux on x64).
 *
 * @throws {Error} with the output of the step that failed.
 */
export async function chromium(): Promise<Chromium> {
  const own = process.env['PARAKH_CHROMIUM']
  if (own !== undefined) return { executablePath: own, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The browser of npm runs on Linux x64. Elsewhere name one: PARAKH_CHROMIUM=/path/to/chromium')
  if (!existsSync(PACKED)) run('npx', ['--yes', 'pnpm@12.21.0', 'install', '--ignore-workspace', '--frozen-lockfile'])
  if (!existsSync(UNPACKED)) await unpack()
  return {
    executablePath: join(UNPACKED, 'chromium'),
    // The libraries are those that it lacks where no Chromium is installed. Its package gives them to itself on Lambda alone.
    env: {
      LD_LIBRARY_PATH: join(UNPACKED, 'al2023/lib'),
      FONTCONFIG_FILE: join(UNPACKED, 'fonts.conf'),
      HOME: UNPACKED,
    },
  }
}

/** Unpacks beside, then renames: a process that was killed leaves nothing that looks complete. */
async function unpack(): Promise<void> {
  const part = `${UNPACKED}.${process.pid}`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(join(part, 'al2023'), { recursive: true })
  await decompress('chromium.br', join(part, 'chromium'), 0o700)
  const archive = join(part, 'al2023.tar')
  await decompress('al2023.tar.br', archive, 0o600)
  run('tar', ['-xf', archive, '-C', join(part, 'al2023')])
  rmSync(archive)
  writeFileSync(join(part, 'fonts.conf'), fontsConf())
  if (existsSync(UNPACKED)) rmSync(part, { recursive: true })
  else renameSync(part, UNPACKED)
}

function fontsConf(): string {
  const folders = FONTS.map((name) => `<dir>${realpathSync(join(MODULES, '@expo-google-fonts', name))}</dir>`).join('')
  const alias = (family: string, font: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}
<cachedir>${UNPACKED}/fonts-cache</cachedir>
${['sans-serif', 'system-ui', 'serif'].map((family) => alias(family, 'Noto Sans')).join('')}
${['monospace', 'ui-monospace'].map((family) => alias(family, 'Noto Sans Mono')).join('')}
</fontconfig>`
}

const decompress = (name: string, to: string, mode: number): Promise<void> =>
  pipeline(createReadStream(join(PACKED, name)), createBrotliDecompress(), createWriteStream(to, { mode }))

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...{ cwd: FOLDER, encoding: 'utf8', env: { ...process.env, CI: 'true' } },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}${error ?? ''}`)
}
