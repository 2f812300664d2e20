import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const HOST = fileURLToPath(new URL('../../src/servers/every-plugin.ts', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const OPTIONS = [
  ...['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'nodenext', '--target', 'es2022', '--types', 'node'],
]

/** Milliseconds that the compiler takes to check a host with every plugin, against the built declarations. */
export function typeCheck(): number {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [tsc, ...args], { cwd: PACKAGE, stdio: 'inherit' })
  // The declarations, which no build makes.
  run('-b')
  const started = performance.now()
  run(...OPTIONS, HOST)
  return Math.round(performance.now() - started)
}
