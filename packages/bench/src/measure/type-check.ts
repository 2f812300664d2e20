import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const HOST = fileURLToPath(new URL('../../src/servers/every-plugin.ts', import.meta.url))
const OPTIONS = [
  ...['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'nodenext', '--target', 'es2022', '--types', 'node'],
]

/** Milliseconds that the compiler takes to check a host with every plugin, against the built declarations. */
export function typeCheck(): number {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const started = performance.now()
  execFileSync(process.execPath, [tsc, ...OPTIONS, HOST], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
  })
  return Math.round(performance.now() - started)
}
