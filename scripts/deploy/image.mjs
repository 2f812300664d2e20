// The Dockerfile, built by Buildah and run with a read-only root, where there is no container engine. Its base is a clean Debian of debootstrap with Node of
// npm; the packages of this clone come from a registry that serves them as they would be published. For Linux and root; it takes minutes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packages, readPackage } from '../packages.mjs'
import { ROOT } from '../run-step.mjs'
import { fetchImageTools, withImageTools } from './debian-tools.mjs'
import { expectThat, kitPath, kitText } from './kit.mjs'
import { servePackages } from './package-registry.mjs'
import { runScript } from './run-image.mjs'

const MOST_MS = 900_000
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const BASE = 'localhost/node-of-a-trial'
const IMAGE = 'localhost/parakh-of-a-trial'
const NODE = 'node@24'

/**
 * Runs a program to its end, without keeping this process from serving packages.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string }} [where]
 * @returns {Promise<string>} What it printed.
 */
async function must(command, args, { cwd = ROOT } = {}) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MS })
  const [printed, faults] = [child.stdout, child.stderr].map((stream) => {
    /** @type {string[]} */
    const parts = []
    stream.setEncoding('utf8').on('data', (text) => parts.push(text))
    return parts
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${printed?.join('')}${faults?.join('')}`)
  return printed?.join('') ?? ''
}

/** A Debian with what the images of Node have. @param {string} root */
async function makeBase(root) {
  await must(...withImageTools('debootstrap', ['--variant=minbase', 'bookworm', root]))
  const node = (await must('npx', ['--yes', `--package=${NODE}`, '--', 'node', '-p', 'process.execPath'])).trim()
  cpSync(realpathSync(node), join(root, 'usr/local/bin/node'))
  const npm = join(dirname(realpathSync((await must('sh', ['-c', 'command -v npm'])).trim())), '..')
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  await must('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])
  // sqlite3 downloads its binary elsewhere; here it takes the one that this clone has.
  const sqlite3 = realpathSync(join(ROOT, 'packages/store/node_modules/sqlite3'))
  const { version } = JSON.parse(readFileSync(join(sqlite3, 'package.json'), 'utf8'))
  const name = `sqlite3-v${version}-napi-v6-${process.platform}-${process.arch}.tar.gz`
  mkdirSync(join(root, 'prebuilds'))
  await must('tar', ['-czf', join(root, 'prebuilds', name), '-C', sqlite3, 'build/Release/node_sqlite3.node'])
  mkdirSync(join(root, dirname(CERTIFICATES)), { recursive: true })
  cpSync(CERTIFICATES, join(root, CERTIFICATES))
}

/** The folder of a deployment, as a deployer has it, on SQLite. @param {string} folder @param {string} registry */
async function makeDeployment(folder, registry) {
  mkdirSync(folder)
  const names = ['cli', 'core', 'ifsc', 'webhooks'].map((name) => `@parakh/${name}`)
  const dependencies = Object.fromEntries([...names.map((name) => [name, '*']), ['zod', '^4']])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'acme-verify', private: true, dependencies }))
  const yaml = kitText('parakh.yaml').replace(
    /^database:\n(?: .*\n)+/m,
    'database: { client: sqlite3, filename: /data/kit.db }\n',
  )
  writeFileSync(join(folder, 'parakh.yaml'), yaml)
  writeFileSync(join(folder, 'parakh.env'), 'PARAKH_PEPPER=is not for an image\n')
  cpSync(kitPath('docker/.dockerignore'), join(folder, '.dockerignore'))
  const lock = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
  const where = [`--@parakh:registry=${registry}`, '--omit-lockfile-registry-resolved=false']
  await must('npm', [...lock, ...where], { cwd: folder })
}

/** @param {string} tarballs */
async function pack(tarballs) {
  mkdirSync(tarballs)
  const { packageManager } = readPackage('.')
  for (const path of packages().filter((one) => readPackage(one).private !== true))
    await must('npx', ['--yes', packageManager, 'pack', '--pack-destination', tarballs], { cwd: join(ROOT, path) })
}

/** @param {string} folder */
const buildahIn =
  (folder) =>
  (/** @type {string[]} */ ...args) => {
    const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
    return must(...withImageTools('buildah', [...storage, ...args]))
  }

/** @param {string} folder @param {ReturnType<typeof buildahIn>} buildah */
async function build(folder, buildah) {
  const [base, tarballs, context] = ['base', 'tarballs', 'context'].map((name) => join(folder, name))
  if (base === undefined || tarballs === undefined || context === undefined) return
  await pack(tarballs)
  const registry = await servePackages(tarballs)
  try {
    await makeDeployment(context, registry.url)
    await makeBase(base)
    const made = (await buildah('from', 'scratch')).trim()
    await buildah('add', '--quiet', made, base, '/')
    const settings = {
      ...{ NODE_EXTRA_CA_CERTS: CERTIFICATES, npm_config_cafile: CERTIFICATES },
      npm_config_sqlite3_local_prebuilds: '/prebuilds',
    }
    const variables = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    await buildah('config', ...variables, made)
    await buildah('commit', '--quiet', made, BASE)
    const form = ['--isolation', 'chroot', '--format', 'docker', '--pull=never', '--build-arg', `NODE_IMAGE=${BASE}`]
    await buildah('bud', ...form, '--file', kitPath('docker/Dockerfile'), '--tag', IMAGE, context)
  } finally {
    await registry.end()
  }
}

/**
 * Builds the image, then runs it as process 1, as its user, with a read-only root: it is healthy, can write to /data alone, holds no secret, and drains.
 *
 * @throws {Error} with what was printed by the step that failed.
 */
export async function tryImage() {
  fetchImageTools()
  const folder = mkdtempSync(join(tmpdir(), 'parakh-image-'))
  const buildah = buildahIn(folder)
  try {
    await build(folder, buildah)
    const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE))
    const root = (await buildah('mount', (await buildah('from', '--pull=never', IMAGE)).trim())).trim()
    const held = readdirSync(join(root, 'app'))
    expectThat(!held.includes('parakh.env'), `no secrets are in the image: ${held.join(', ')}`)
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, ...ownerOf(Docker.config.User))
    const script = join(folder, 'run.sh')
    writeFileSync(script, runScript(Docker.config, { root, data }))
    await must('unshare', ['--mount', 'bash', script])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} user @returns {[number, number]} */
function ownerOf(user) {
  const [uid = Number.NaN, gid = Number.NaN] = user.split(':').map(Number)
  return [uid, gid]
}
