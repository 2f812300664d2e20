import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedHost } from './generated-plugins.ts'
import { median } from './median.ts'
import { table } from './table.ts'

const PLUGINS = 30
const RUNS = 3
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { version: VERSION } = createRequire(import.meta.url)('typescript/package.json') as { version: string }
/** Printed by the compiler's process as it ends. */
const PRINT_CPU =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write(JSON.stringify({user,system}))})"

interface Checked {
  readonly wallSeconds: number
  readonly userSeconds: number
  readonly instantiations: number
  readonly types: number
  readonly megabytes: number
}

/**
 * What the compiler takes to check a host with 30 plugins and 60 endpoints: against the declarations, as a plugin's author does, and against the
 * sources, which are checked too then. A host without plugins beside it.
 */
export async function thirtyPlugins(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-types-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'))
    // The declarations, which no build makes.
    runTsc(['-b'], PACKAGE)
    const load = loadavg()[0]?.toFixed(1) ?? '?'
    const row = (plugins: number, against: string, conditions: readonly string[]): readonly string[] => {
      for (const { name, text } of generatedHost(plugins)) writeFileSync(join(folder, name), text)
      const checks = Array.from({ length: RUNS }, () => check(folder, conditions))
      const of = (figure: keyof Checked): number => median(checks.map((one) => one[figure]))
      return [
        ...[`${plugins}`, against, `${of('userSeconds').toFixed(1)} s`, `${of('wallSeconds').toFixed(1)} s`],
        ...[of('instantiations').toLocaleString('en'), of('types').toLocaleString('en')],
        `${of('megabytes').toFixed(0)} MB`,
      ]
    }
    const rows = [0, PLUGINS].flatMap((plugins) => [
      row(plugins, 'the published declarations', []),
      row(plugins, 'the sources of this repository', ['@parakh/source']),
    ])
    const heads = ['plugins', 'against', 'processor time', 'time', 'instantiations', 'types', 'memory']
    const said = `TypeScript ${VERSION}, medians of ${RUNS}; load average ${load} on ${cpus().length} processors at the beginning.`
    return `${said}\n\n${table(heads, rows)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function check(folder: string, customConditions: readonly string[]): Checked {
  const compilerOptions = {
    ...{ customConditions, typeRoots: [join(ROOT, 'node_modules/@types')] },
    ...{ noEmit: true, emitDeclarationOnly: false, declaration: false },
  }
  const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files: ['host.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const started = performance.now()
  const { diagnostics, cpu } = runTsc(['-p', folder, '--extendedDiagnostics'], folder)
  const wallSeconds = (performance.now() - started) / 1_000
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)K?$`, 'm').exec(diagnostics)?.[1] ?? Number.NaN)
  return {
    ...{ wallSeconds, userSeconds: cpu },
    ...{ instantiations: figure('Instantiations'), types: figure('Types'), megabytes: figure('Memory used') / 1_024 },
  }
}

/** @throws With what the compiler said, where it found an error. */
function runTsc(args: readonly string[], cwd: string): { readonly diagnostics: string; readonly cpu: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', PRINT_CPU, TSC, ...args], {
    ...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 26 },
  })
  if (status !== 0) throw new Error(`tsc ${args.join(' ')} ended with ${status}:\n${stdout.slice(0, 4_000)}${stderr}`)
  const { user } = JSON.parse(stderr) as { user: number }
  return { diagnostics: stdout, cpu: user / 1e6 }
}
