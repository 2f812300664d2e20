import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testCli } from '../../test/test-cli.ts'

const MEGABYTE = 1_048_576

/**
 * Posts the bytes that 600,000 short-lived objects leave in the old generation, after 600,000 objects of the same allocation site have
 * survived.
 */
const PROGRAM = `
  const { getHeapSpaceStatistics } = require('node:v8')
  const { parentPort } = require('node:worker_threads')
  const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
  function fill(objects, count) {
    for (let i = 0; i < count; i += 1) objects.push({ i, pair: [i, i + 1], inner: { i } })
  }
  const staying = []
  for (let round = 0; round < 30; round += 1) fill(staying, 20_000)
  // Otherwise some objects are still in the young generation, which has up to 64 MB in Node 24.
  const others = []
  for (let i = 0; i < 6_000_000; i += 1) others[i % 100] = [i]
  const passing = []
  const before = oldBytes()
  for (let round = 0; round < 300; round += 1) {
    fill(passing, 2_000)
    passing.length = 0
  }
  parentPort.postMessage({ leftBehind: oldBytes() - before, stayed: staying.length })
`

/** The result of the program in its own heap: in that of the tests a full collection may run between its two readings. */
async function leftBehind(): Promise<number> {
  const worker = new Worker(PROGRAM, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 1024 } })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (posted: { leftBehind: number }) => resolve(posted.leftBehind))
  })
}

beforeEach(() => {
  // Large enough that no full collection starts.
  setFlagsFromString('--initial-old-space-size=1024')
  setFlagsFromString('--allocation-site-pretenuring')
})
afterEach(() => setFlagsFromString('--initial-old-space-size=0'))

it.each(['serve', 'worker'])('%s keeps the objects of calls out of the old heap', async (command) => {
  await using cli = await testCli()
  await cli.parakh('plugins', 'list')
  // V8 of Node 22 does not pretenure in this program; those of Node 20, 24 and 26 do.
  if (!process.version.startsWith('v22.'))
    expect(await leftBehind(), 'V8 makes such objects old, and another command leaves it so').toBeGreaterThan(
      40 * MEGABYTE,
    )
  // It does not start, because the database is not migrated.
  await cli.parakh(command)
  expect(await leftBehind()).toBeLessThan(20 * MEGABYTE)
})
