import { inr, isParakhError } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import print, { manual } from './index.ts'
import { costOf, PrintSettings } from './settings.ts'

const { schema } = PrintSettings.definition
const order = { product_code: 'PVC_DL', quantity: 3, shipping_method: 'express' } as const

describe('the settings of the print plugin', () => {
  it('are complete where nothing is said', () => {
    const settings = schema.parse({})
    expect([...settings.products.keys()]).toEqual(['PVC_DL', 'PVC_RC', 'PVC_RATION', 'PVC_FARMER'])
    expect(settings).toMatchObject({ artworkDays: 14, dispatchDays: 2 })
    expect(costOf(settings, order)).toMatchObject({ shippingCharge: inr('80'), amount: inr('260') })
  })

  it('price what they name, take out what they say is null, and leave the rest', () => {
    const settings = schema.parse({
      products: {
        PVC_DL: { name: 'Licence card', price: 45.5, prints: ['dl-print', 'dl-pdf'] },
        PVC_RC: null,
        PVC_VOTER: { name: 'Voter card', price: '70', prints: 'voter-print' },
      },
      shipping: { express: 99.99 },
    })
    expect([...settings.products.keys()]).toEqual(['PVC_DL', 'PVC_RATION', 'PVC_FARMER', 'PVC_VOTER'])
    expect(settings.products.get('PVC_DL')?.prints).toEqual(['dl-print', 'dl-pdf'])
    expect(costOf(settings, order)?.amount).toBe(inr('236.49'))
    expect(costOf(settings, { ...order, product_code: 'PVC_RC' })).toBeNull()
    expect(costOf(settings, { ...order, product_code: 'PVC_VOTER', shipping_method: 'standard' })?.amount).toBe(
      inr('250'),
    )
  })

  it.each([
    ['products.PVC_DL.price', { products: { PVC_DL: { name: 'Card', price: 4.555, prints: 'dl-print' } } }],
    ['products.PVC_DL.prints', { products: { PVC_DL: { name: 'Card', price: 45 } } }],
    ['products.pvc', { products: { pvc: { name: 'Card', price: 45, prints: 'dl-print' } } }],
    ['shipping.standard', { shipping: { standard: -1 } }],
    ['shipping.overnight', { shipping: { overnight: 10 } }],
    ['artworkDays', { artworkDays: 0 }],
    ['dispatchDays', { dispatchDays: 1.5 }],
    ['live.secret', { live: { provider: 'manual', secret: 'short' } }],
    ['live.secrets', { live: { provider: 'manual', secrets: 'a secret that is long enough' } }],
  ])('are refused at start where %s does not fit', async (path, options) => {
    const given: object = options
    const thrown: unknown = await createTestHost({ plugins: [print(given)] }).catch((error: unknown) => error)
    const faults = isParakhError(thrown) ? thrown.faults : []
    expect(faults.map((fault) => fault.path)).toContain(`plugins.print.${path}`)
  })

  it('name the manual provider as a configuration file does', async () => {
    const options: object = { live: { provider: 'manual' }, dispatchDays: 5 }
    for (const plugin of [print(options), print({ live: manual({}) })]) {
      const { host } = await createTestHost({ plugins: [plugin] })
      const place = host.endpoints.find(({ endpoint }) => endpoint.id === 'place-order')
      expect(place?.activation('production')).toEqual({ active: true })
      await host.stop()
    }
  })
})
