import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { windowsOf } from './crash-windows.ts'
import { runKills } from './harness.ts'
import type { KillOptions } from './kill-options.ts'
import { describeRun, unreached } from './report.ts'

// The full kill harness: `npx pnpm@12.21.0 --filter @parakh/bench kill --database postgres --wallet external --seed 7`.
const { values } = parseArgs({
  // pnpm hands its own separator on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    kills: { type: 'string', default: '200' },
    least: { type: 'string' },
    callers: { type: 'string', default: '64' },
    wallets: { type: 'string', default: '20' },
    database: { type: 'string', default: 'sqlite' },
    wallet: { type: 'string', default: 'ledger' },
    stalls: { type: 'string', default: '6' },
    processes: { type: 'string', default: '4' },
  },
})
const kills = Number(values.kills)
const client = values.database === 'postgres' ? 'pg' : 'sqlite3'
const wallet = values.wallet === 'external' ? 'external' : 'ledger'
const windows = windowsOf(wallet)
const options: KillOptions = {
  seed: values.seed,
  client,
  wallet,
  kills,
  // The others die at random.
  leastInEach: Number(values.least ?? Math.floor(kills / (windows.length + 2))),
  callers: Number(values.callers),
  wallets: Number(values.wallets),
  stalls: client === 'pg' ? Number(values.stalls) : 0,
  // One process serves a SQLite file.
  processes: client === 'pg' ? Number(values.processes) : 1,
  progress: (line) => process.stderr.write(`${performance.now().toFixed(0).padStart(8)} ms ${line}\n`),
}
process.stdout.write(
  `seed ${options.seed}: at least ${options.leastInEach} crashes in each of ${windows.length} windows\n`,
)
const report = await runKills(options)
process.stdout.write(`${describeRun(report)}\n`)
process.exitCode = report.findings.length + unreached(report).length === 0 ? 0 : 1
