import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeFuzz, shareAnswered, shareKnown } from './fuzz-report.ts'
import { SURFACES } from './fuzzed-operation.ts'
import { type FuzzedServer, fuzzedServer } from './fuzzed-server.ts'
import { runFuzz } from './run-fuzz.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
/** `FUZZ_SEED` sends the same requests again; the long form sends others each time. */
const seed = process.env['FUZZ_SEED'] ?? (FULL ? randomBytes(4).toString('hex') : 'short')
const REQUESTS = FULL ? 30_000 : 2_000
/** What caches of the server and of this test take. */
const MOST_GROWTH_BYTES = 10 * 1_048_576

let server: FuzzedServer
beforeAll(async () => {
  server = await fuzzedServer()
})
afterAll(() => server?.close())

const LONGEST_MS = 1_800_000

it('random requests to every operation are answered as declared, in an envelope, and no failure is charged', {
  timeout: LONGEST_MS,
}, async () => {
  const report = await runFuzz(server, { seed, requests: REQUESTS, mostGrowth: MOST_GROWTH_BYTES })
  process.stdout.write(`${describeFuzz(report)}\n`)
  expect(report.findings).toEqual([])
  // Without these nothing would have been tried.
  for (const surface of SURFACES) {
    const tally = report.tallies[surface]
    expect(tally.asked.size, surface).toBe(report.operations[surface])
    expect(shareKnown(tally), surface).toBeGreaterThan(0.5)
    expect(shareAnswered(tally), surface).toBeGreaterThan(0.05)
  }
  expect(report.answers).toBeGreaterThan(REQUESTS / 40)
})
