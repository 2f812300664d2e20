import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPackage } from './packages.mjs'
import { ROOT } from './run-step.mjs'

/** What a stranger's own project says, besides what it copies. */
const FILES = {
  'package.json': { name: 'stranger', private: true, type: 'module' },
  'tsconfig.json': {
    compilerOptions: {
      ...{ module: 'nodenext', target: 'es2023', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      ...{ allowImportingTsExtensions: true, types: ['node'] },
    },
    include: ['src', '*.test.ts'],
  },
}
const VITEST =
  'export default { test: { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } } }\n'

/** @param {string} from @param {string} to */
function link(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  if (!existsSync(to)) symlinkSync(realpathSync(from), to)
}

/**
 * Puts packages into a project as their tarballs have them: sources are not there, and each finds only what its package.json says. What is not ours
 * is linked from this clone.
 *
 * @param {string} project A folder that is there.
 * @param {{ readonly tarballs: string, readonly published: readonly string[] }} packed Where the tarballs are, and the folders of the packages.
 */
export function installPacked(project, { tarballs, published }) {
  for (const folder of published) {
    const { name, version, ...declared } = readPackage(folder)
    const target = join(project, 'node_modules', name)
    mkdirSync(target, { recursive: true })
    const tarball = join(tarballs, `${name.slice(1).replace('/', '-')}-${version}.tgz`)
    const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    for (const other of Object.keys({ ...declared.dependencies, ...declared.peerDependencies }))
      if (!other.startsWith('@parakh/'))
        link(join(ROOT, folder, 'node_modules', other), join(target, 'node_modules', other))
  }
}

/**
 * Whether an example works with the packages as they are published: its types, and the test that needs nothing of this repository.
 *
 * @param {string} example Its folder from the root.
 * @param {{ readonly project: string, readonly test: string, readonly tarballs: string, readonly published: readonly string[] }} given
 * @returns {boolean}
 */
export function worksPacked(example, { project, test, ...packed }) {
  mkdirSync(project)
  installPacked(project, packed)
  for (const name of ['zod', 'vitest'])
    link(join(ROOT, example, 'node_modules', name), join(project, 'node_modules', name))
  link(join(ROOT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'))
  for (const name of ['src', 'parakh.yaml', test])
    cpSync(join(ROOT, example, name), join(project, name), { recursive: true })
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(project, name), JSON.stringify(content))
  writeFileSync(join(project, 'vitest.config.js'), VITEST)
  const commands = [
    [join(ROOT, 'node_modules/.bin/tsc'), '-p', '.'],
    [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'],
  ]
  return commands.every(
    ([command = '', ...args]) => spawnSync(command, args, { cwd: project, stdio: 'inherit' }).status === 0,
  )
}
