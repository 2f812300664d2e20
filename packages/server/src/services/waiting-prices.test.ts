import {
  Accounts,
  defineEndpoint,
  definePlugin,
  inr,
  Keys,
  modern,
  priceOf,
  Store,
  service,
  token,
  UpstreamError,
  Wallet,
} from '@parakh/core'
import resale, { Commissions } from '@parakh/resale'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOn } from '../../../../test/databases.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { createServer } from '../server.ts'

const Rates = token<{ of(country: string): Promise<number> }>('courier.rates')
const parcelLabel = defineEndpoint({
  ...{ id: 'parcel-label', method: 'POST', path: '/parcel-label', group: 'Parcels', summary: 'Make a label' },
  envelope: modern,
  request: z.object({ country: z.string() }),
  data: z.object({ label: z.string() }),
  needs: { rates: Rates },
  price: async ({ request, rates }) => priceOf(await rates.of(request.country)),
  handle: async ({ answer, request }) => answer({ label: request.country }),
  fixtures: [{ scenario: 'success', request: { country: 'NP' } }],
})
const courier = definePlugin({ id: 'courier', contract: 1, endpoints: [parcelLabel] })
const environment = 'sandbox'
const actor = 'asha'
const secrets = secretsForTest()

it.each(['sqlite3', 'pg'] as const)(
  'charges a price that waits, with its commission, once for a request id, also after a restart, on %s',
  async (engine) => {
    const { options: database, drop } = await databaseOn(engine)
    const asked: string[] = []
    let isDown = false
    const rates = {
      async of(country: string) {
        asked.push(country)
        if (isDown) throw new UpstreamError('unavailable', 'down')
        return 12_000_000
      },
    }
    const open = () =>
      createServer(
        {
          ...{ plugins: [courier(), resale()], secrets, server: { port: 0 }, database },
          services: [service(Rates, {}, () => rates)],
        },
        { logger: false },
      )
    let server = await open()
    const { host } = server
    const above = (await host.get(Accounts).create({ name: 'Above', role: 'master_distributor' })).id
    const payer = (await host.get(Accounts).create({ name: 'Payer', role: 'customer', parentId: above })).id
    await host.get(Commissions).set({ accountId: above, basisPoints: 1_000, actor })
    const { id: keyId } = (await host.get(Keys).create({ accountId: payer, environment })).key
    const send = () => server.host.call('parcel-label', { country: 'NP' }, { keyId }, { requestId: 'one' })
    const first = await send()
    expect(first).toMatchObject({ status: 200, body: { meta: { charged: 12, balance: 88 } } })
    isDown = true
    expect(await send()).toMatchObject({ outcome: 'replay', body: first.body })
    await server.close()
    server = await open()
    asked.length = 0
    expect(await send()).toMatchObject({ outcome: 'replay', body: first.body })
    expect(asked).toEqual([])
    expect(await server.host.get(Wallet).balance(payer, environment)).toMatchObject({ balance: inr('88') })
    expect(await server.host.get(Commissions).totals(above, environment)).toMatchObject({ accrued: inr('1.20') })
    expect((await server.host.get(Store).ledger.verify()).broken).toEqual([])
    await server.close()
    await drop()
  },
)
