import { createHmac } from 'node:crypto'
import { type Environment, inr, isParakhError, type Service } from '@parakh/core'
import { createTestHost, type TestKey } from '@parakh/testkit'
import * as z from 'zod'
import print from '../src/index.ts'
import { OrderView } from '../src/orders.ts'
import { archive } from './archive.ts'
import { fakeFulfilment } from './fake-fulfilment.ts'

/** A place to deliver to. */
export const RECIPIENT = {
  name: 'Asha Rao',
  mobile: '6000000001',
  address_line1: 'Flat 12, Lake View Apartments',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411045',
}
const Placed = z.object({ data: OrderView })
const Listed = z.object({ orders: z.array(OrderView), next: z.string().nullable() })

/**
 * A host that sells cards, its fulfilment side, and an account with 5,000 rupees in each wallet.
 *
 * @param overrides Services in place of the defaults.
 */
export async function printShop(environment: Environment = 'production', overrides: readonly Service[] = []) {
  const fulfilment = fakeFulfilment()
  const made = await createTestHost({
    plugins: [print({ live: fulfilment.source }), archive()],
    funds: inr('5000'),
    overrides,
    settings: { limits: { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 100 } },
  })
  const { host, store, account } = made
  const own = made.keys[environment]

  const document = async (requestId: string, key: TestKey = own, number = 'XX0020150000001') =>
    await host.call('dl-print', { number }, key, { requestId })
  const place = async (changes: object = {}, key: TestKey = own) =>
    await host.call(
      'place-order',
      {
        ...{ product_code: 'PVC_DL', quantity: 1, document_ref: 'licence', shipping_method: 'standard' },
        ...{ recipient: RECIPIENT, ...changes },
      },
      key,
    )
  /** Places an order of the document `licence`. @returns Its id. */
  const placed = async (changes: object = {}): Promise<string> =>
    Placed.parse((await place(changes)).body).data.order_id
  const get = async (id: string, key: TestKey = own) => await host.call('order', { id }, key)
  const cancel = async (id: string, key: TestKey = own) => await host.call('cancel-order', { id }, key)
  const list = async (query: object = {}, key: TestKey = own) =>
    Listed.parse((await host.call('orders', query, key)).data)
  const statusOf = async (id: string) => Placed.parse((await get(id)).body).data.status
  /** A callback of the fulfilment side, signed. */
  const tell = async (order: string, result: object, secret = fulfilment.secret) => {
    const body = new TextEncoder().encode(JSON.stringify({ order, ...result }))
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return await host.callback('print', 'fake', { headers: { 'x-signature': signature }, body })
  }
  const command = async (name: string, args: object) => {
    const found = host.commands.find(({ plugin, command }) => plugin === 'print' && command.name === name)
    return await found?.run({ ...args }, () => undefined)
  }
  /** What a command says that it refuses. */
  const refusal = async (name: string, args: object): Promise<string> => {
    try {
      return `no refusal: ${JSON.stringify(await command(name, args))}`
    } catch (thrown) {
      return isParakhError(thrown) ? `${thrown.code}: ${thrown.message}` : String(thrown)
    }
  }
  const balance = async () => await store.wallet.balance(account.id, environment)
  const events = async () =>
    (await store.outbox.read(1_000)).filter(({ type }) => type === 'order.updated').map(({ data }) => data)
  const stranger = async (): Promise<TestKey> => {
    const { id } = await store.accounts.create({ name: 'Stranger', role: 'developer' })
    await store.accounts.approveKyc(id)
    await store.wallet.credit({ accountId: id, environment, amount: inr('1000'), reference: 'funds', actor: 'test' })
    const { key, apiSecret } = await store.keys.create({ accountId: id, environment })
    return { id: key.id, apiKey: key.publicId, apiSecret }
  }
  return {
    ...{ ...made, fulfilment, document, place, placed, get, cancel, list, statusOf, tell, command, refusal },
    ...{ balance, events, stranger },
  }
}
