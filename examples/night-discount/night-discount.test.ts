import { inr } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { createTestHost, manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import nightDiscount from './src/night-discount.ts'

const ENDPOINT = 'bank-ifsc-details'

it.each([
  ['at 5:59 in India', '2026-11-23T00:29:00Z', 0.8],
  ['at 6:00', '2026-11-23T00:30:00Z', 1],
  ['at midnight', '2026-11-22T18:30:00Z', 0.8],
])('charges %s what the rule says', async (_, at, charged) => {
  const { host, keys } = await createTestHost({
    plugins: [ifsc(), nightDiscount({ percent: 20 })],
    settings: { priceOverrides: { [ENDPOINT]: inr('1') } },
    clock: manualClock(new Date(at)),
  })
  const reply = await host.call(ENDPOINT, { ifsc: 'KKBK0000261' }, keys.sandbox)
  expect(reply).toMatchObject({ outcome: 'answer', body: { meta: { charged } } })
  await host.stop()
})
