import { Documents, ISSUED_DOCUMENTS, service } from '@parakh/core'
import { fakeDocuments } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastingDocuments, opens } from '../../test/lasting-documents.ts'
import { printShop } from '../../test/print-shop.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

describe('the URL that the fulfilment side is given', () => {
  let shop: Awaited<ReturnType<typeof printShop>>
  beforeEach(async () => {
    shop = await printShop('production', [lastingDocuments])
    await shop.document('licence')
  })
  afterEach(() => shop.host.stop())

  const scope = () => ({ accountId: shop.account.id, environment: 'production' }) as const
  const urlOf = (order = shop.fulfilment.state.orders.at(-1)): string =>
    Object(order)['document']?.record?.pdf_url ?? ''
  const isOpen = async () => await opens(shop, scope(), urlOf())

  it('opens when the order arrives, however old the document is, and for a fortnight', async () => {
    shop.clock.advance(16 * MINUTE_MS)
    const seen: boolean[] = []
    shop.fulfilment.state.meanwhile = async () => void seen.push(await isOpen())
    await shop.placed()
    expect(seen).toEqual([true])
    for (const waited of [16 * MINUTE_MS, DAY_MS, 12 * DAY_MS]) {
      shop.clock.advance(waited)
      expect(await isOpen()).toBe(true)
    }
    shop.clock.advance(DAY_MS)
    expect(await isOpen()).toBe(false)
  })

  it('is not cut short by a replay of the call that made it', async () => {
    await shop.placed()
    shop.clock.advance(DAY_MS)
    const replayed = await shop.document('licence')
    expect(replayed.headers['idempotent-replayed']).toBe('true')
    shop.clock.advance(DAY_MS)
    expect(await isOpen()).toBe(true)
  })

  it('opens also where many order the same document at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => shop.placed()))
    shop.clock.advance(DAY_MS)
    expect(shop.fulfilment.state.orders).toHaveLength(12)
    expect(await isOpen()).toBe(true)
  })

  it('is never handed on where the document cannot be renewed', async () => {
    const renew = () => {
      throw new TypeError('broken')
    }
    const broken = await printShop('production', [service(Documents, {}, () => ({ ...fakeDocuments(), renew }))])
    await broken.document('licence')
    expect((await broken.place()).status).toBeGreaterThanOrEqual(500)
    expect(broken.fulfilment.state.orders).toEqual([])
    expect(await broken.balance()).toMatchObject({ held: 0 })
    await broken.host.stop()
  })

  it('is renewed for no order that is refused', async () => {
    const kept = async () =>
      (await shop.store.records.page(ISSUED_DOCUMENTS, scope(), { cursor: null, limit: 9, state: null })).items
    const before = await kept()
    await shop.place({ product_code: 'PVC_RC' })
    await shop.place({ document_ref: 'nothing' })
    expect(await kept()).toEqual(before)
  })
})
