import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { unknownKeys } from './unknown-keys.ts'

const Options = z.object({
  shipping: z.object({ standard: z.number(), express: z.number().optional() }).prefault({ standard: 1 }),
  press: z.union([z.object({ url: z.string() }), z.array(z.object({ name: z.string() }))]).optional(),
  products: z.record(z.string(), z.object({ price: z.number() })).optional(),
  headers: z.looseObject({ accept: z.string() }).optional(),
})

describe('keys that no schema knows', () => {
  it.each<[object, readonly string[]]>([
    [{ shipping: { standard: 1, express: 2 } }, []],
    [{ shipping: { standrd: 1 } }, ['shipping.standrd: standard, express']],
    [{ press: { url: 'x', ulr: 'y' } }, ['press.ulr: url']],
    [{ press: [{ name: 'a' }, { nam: 'b' }] }, ['press.1.nam: name']],
    [{ products: { CARD: { price: 1, prize: 2 } } }, ['products.CARD.prize: price']],
    [{ headers: { accept: 'a', anything: 'b' } }, []],
    [{ shiping: {} }, ['shiping: shipping, press, products, headers']],
  ])('are found at any depth: %j', (value, found) => {
    expect(unknownKeys(Options, value).map(({ path, allowed }) => `${path.join('.')}: ${allowed.join(', ')}`)).toEqual(
      found,
    )
  })
})
