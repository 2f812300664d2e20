import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../test/databases.ts'
import { openLedgerBench } from '../../../test/ledger-bench.ts'
import { AUTOMATIC_CHECKPOINT_PAGES, Checkpoints } from './checkpoints.ts'

const PAGE_BYTES = 4_096

describe("SQLite's log", () => {
  it('is written into the file behind batches, long before SQLite would do it within one', {
    timeout: 60_000,
  }, async () => {
    const place = await sqliteDatabase()
    if (!('filename' in place.options)) throw new TypeError('this is a file')
    const bench = await openLedgerBench(place)
    for (let round = 0; round < 40; round += 1) {
      await bench.pay(64)
      // Else the keys would be at their rate limits.
      await bench.tables('parakh_key_window').delete()
    }
    const { size } = await stat(`${place.options.filename}-wal`)
    const written = await bench.tables('parakh_usage').count({ rows: '*' }).first()
    await bench.close()
    expect(written).toEqual({ rows: 40 * 64 })
    // The file of the log keeps the length that it once had.
    expect(size / PAGE_BYTES).toBeGreaterThan(500)
    expect(size / PAGE_BYTES).toBeLessThan(AUTOMATIC_CHECKPOINT_PAGES / 2)
  })

  it('is written again by the next checkpoint where one failed, and no batch hears of it', async () => {
    let asked = 0
    const checkpoints = new Checkpoints({
      all: () => {
        asked += 1
        return Promise.reject(new Error('disk I/O error'))
      },
    })
    for (let batch = 0; batch < 40; batch += 1) checkpoints.follow(64)
    await checkpoints.idle()
    expect(asked).toBe(3)
  })
})
