import { Store } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTables } from '../../../../../../test/databases.ts'
import { type Journeys, openJourneys, press } from '../../../test/journey.ts'
import { liveAccount } from '../../../test/live-account.ts'

/** A key has a limit of calls a minute. */
const EACH_SECOND = { interval: 1_000 }

describe('money that a broken invariant stops', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys()
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('stops by itself, says why and what is next, is not resumed before the row is mended, and runs again', async () => {
    const { demo } = journeys
    const [payer, other] = [
      await liveAccount(demo, { name: 'Payer', credit: '10' }),
      await liveAccount(demo, { name: 'Damaged', credit: '10' }),
    ]
    expect(await payer.call('asked-before')).toEqual([200, undefined])
    const { page, context, faults } = await journeys.operator('admin', 'system')
    await page.getByText('Running', { exact: true }).waitFor()

    const options = { client: 'sqlite3', filename: demo.databaseFile } as const
    const tables = openTables({ options, drop: async () => undefined })
    try {
      const damaged = () => tables('parakh_wallet').where({ account_id: other.id, environment: 'production' })
      await damaged().increment('posted', 5)
      await expect.poll(async () => (await demo.host.get(Store).money.state()).mode).toBe('stopped')
      await expect.poll(() => payer.call(), EACH_SECOND).toEqual([503, 'MONEY_STOPPED'])
      // An answer that was paid for is given again.
      expect(await payer.call('asked-before')).toEqual([200, undefined])
      await page.reload()
      const alert = page.getByRole('main').getByRole('alert').first()
      await alert.getByText(/^I3: /).waitFor()
      await alert.getByText('parakh ledger verify', { exact: false }).waitFor()
      await page.getByText('Stopped', { exact: true }).waitFor()

      await page.getByLabel('Reason').fill('Not mended yet')
      await press(page, 'Verify and resume')
      await alert.getByRole('alert').waitFor()
      expect(await payer.call()).toEqual([503, 'MONEY_STOPPED'])

      await damaged().decrement('posted', 5)
      await page.getByLabel('Reason').fill('The balance was mended from the ledger')
      await press(page, 'Verify and resume')
      await alert.waitFor({ state: 'detached' })
      await page.getByText('Running', { exact: true }).waitFor()
      await expect.poll(() => payer.call(), EACH_SECOND).toEqual([200, undefined])
    } finally {
      await tables.destroy()
    }
    await page.goto(`${demo.url}/console/audit`)
    await page.getByRole('row', { name: 'Resumed paid calls' }).waitFor()
    await context.close()
    expect(faults.found).toEqual([])
  })
})
