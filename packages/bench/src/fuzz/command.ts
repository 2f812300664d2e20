import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { buildServers } from '../rig/build.ts'
import { postgresDatabase, postgresServer, sqliteDatabase } from '../rig/database.ts'
import { describeFuzz } from './fuzz-report.ts'
import { fuzzedProcess } from './fuzzed-process.ts'
import { runFuzz } from './run-fuzz.ts'

/** What caches may still take in the second half of a run; a leak of a kilobyte for each request is more at full length. */
const MOST_GROWTH_BYTES = 12 * 1_048_576

// The fuzzer at its full length: `npx pnpm@12.21.0 --filter @parakh/bench fuzz --database postgres --seed 7`.
const { values } = parseArgs({
  // pnpm hands its own separator on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    requests: { type: 'string', default: '30000' },
    database: { type: 'string', default: 'sqlite' },
  },
})
const { seed } = values
process.stdout.write(`seed ${seed}\n`)
await buildServers()
const postgres = values.database === 'postgres' ? await postgresServer() : null
const server = await fuzzedProcess(await (postgres ? postgresDatabase(postgres) : sqliteDatabase()))
try {
  const report = await runFuzz(server, {
    ...{ seed, requests: Number(values.requests), mostGrowth: MOST_GROWTH_BYTES },
    progress: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${describeFuzz(report)}\n`)
  process.exitCode = report.findings.length === 0 ? 0 : 1
} finally {
  await server.close()
  await postgres?.stop()
}
