import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT } from '../run-step.mjs'

/** Kept inside node_modules, so that whoever deletes that folder deletes it too. */
const FOLDER = join(ROOT, 'node_modules/.parakh/debian-tools')
const TOOLS = join(FOLDER, 'tools')
const IMAGE_TOOLS = join(FOLDER, 'image-tools')
/** Programs, and the packages that have them. They are unpacked, not installed: nothing is started, and the machine stays as it is. */
const PACKAGES = {
  nginx: 'nginx',
  caddy: 'caddy',
  haproxy: 'haproxy',
  patroni: 'patroni',
  'systemd-analyze': 'systemd',
}
/** The dependencies of this one are pages for a browser: it is taken alone, and of it one program. */
const PROMETHEUS = 'prometheus'
const PROMTOOL = './usr/bin/promtool'
const MOST_MS = 60_000

/** Whether Debian's packages may be had at all. */
export const hasApt = () => spawnSync('apt-get', ['--version']).status === 0

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function must(command, args, cwd) {
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: MOST_MS })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/**
 * Unpacks packages with what they need and the machine lacks, as any user.
 *
 * @param {string} target
 * @param {readonly string[]} names
 * @param {(apt: (...args: string[]) => void, part: string) => void} more What else is unpacked into `root` of a folder.
 * @throws {Error} where Debian's packages cannot be had.
 */
function unpack(target, names, more) {
  if (existsSync(target)) return
  const part = `${target}.${process.pid}`
  for (const folder of ['lists/partial', 'archives/partial', 'root']) mkdirSync(join(part, folder), { recursive: true })
  const settings = {
    ...{ 'Dir::State::lists': join(part, 'lists'), 'Dir::Cache::archives': join(part, 'archives') },
    ...{ 'Dir::Cache::pkgcache': '', 'Dir::Cache::srcpkgcache': '', 'Debug::NoLocking': '1' },
    ...{ 'APT::Sandbox::User': 'root', 'Acquire::Retries': '3', 'Acquire::Languages': 'none' },
  }
  const options = ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
  const apt = (/** @type {string[]} */ ...args) => must('apt-get', [...options, ...args], part)
  try {
    apt('update')
    apt('--yes', '--no-install-recommends', '--download-only', 'install', ...names)
    const archives = readdirSync(join(part, 'archives')).filter((name) => name.endsWith('.deb'))
    for (const name of archives) must('dpkg', ['-x', join('archives', name), 'root'], part)
    more(apt, part)
    renameSync(join(part, 'root'), target)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Brings the programs that try `deploy/` into node_modules. Nothing where they are there, or where there is no apt-get. */
export function fetchTools() {
  if (!hasApt()) return
  const wanted = Object.entries(PACKAGES).flatMap(([program, name]) => (hasTool(program) ? [] : [name]))
  unpack(TOOLS, wanted, (apt, part) => {
    apt('download', PROMETHEUS)
    must('sh', ['-c', `dpkg --fsys-tarfile ${PROMETHEUS}_*.deb | tar -x -C root ${PROMTOOL}`], part)
  })
}

/** The environment in which the programs are found: those of the machine first, then those that were fetched. */
export function environmentOfTools() {
  const { PATH = '' } = process.env
  const libraries = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  return {
    ...process.env,
    PATH: [PATH, '/usr/sbin', join(TOOLS, 'usr/sbin'), join(TOOLS, 'usr/bin')].join(delimiter),
    LD_LIBRARY_PATH: [join(TOOLS, libraries), join(TOOLS, libraries, 'systemd')].join(delimiter),
    PYTHONPATH: join(TOOLS, 'usr/lib/python3/dist-packages'),
  }
}

/** Whether a program is there. @param {string} name */
export const hasTool = (name) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { env: environmentOfTools() }).status === 0

/**
 * Runs a program of the machine, or one that was fetched, to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {string} What it printed, in both streams.
 * @throws {Error} with that when it fails.
 */
export function runTool(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    ...{ env: environmentOfTools(), encoding: 'utf8', timeout: MOST_MS },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`)
  return `${stdout}${stderr}`
}

/** Brings what builds an image without a container engine. */
export const fetchImageTools = () => unpack(IMAGE_TOOLS, ['buildah', 'crun', 'debootstrap'], () => undefined)

/**
 * A command with those programs. They start themselves anew without their environment, so they are laid over /usr and /etc, for this command alone.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
export function withImageTools(command, args) {
  const lay = ['usr', 'etc'].map(
    (name) => `mount -t overlay -o lowerdir=${IMAGE_TOOLS}/${name}:/${name} overlay /${name}`,
  )
  return ['unshare', ['--mount', 'sh', '-c', `${lay.join(' && ')} && exec "$@"`, 'sh', command, ...args]]
}
