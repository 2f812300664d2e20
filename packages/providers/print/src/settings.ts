import { defineSettings, inr, Price, plus, priceOf } from '@parakh/core'
import * as z from 'zod'

/** Something that is printed and sold. */
const Product = z.strictObject({
  name: z.string().min(1),
  price: Price.describe('Of one piece'),
  prints: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .transform((endpoints) => (typeof endpoints === 'string' ? [endpoints] : endpoints))
    .describe('The endpoints whose documents it may be printed from'),
})
/** Something that is printed and sold. */
export type Product = z.output<typeof Product>

/** What is sold unless the configuration says otherwise; the prices are defaults of ours. */
const PRODUCTS: Readonly<Record<string, Product>> = {
  PVC_DL: { name: 'Driving licence card', price: inr('60'), prints: ['dl-print'] },
  PVC_RC: { name: 'Registration certificate card', price: inr('60'), prints: ['rc-print'] },
  PVC_RATION: { name: 'Ration card', price: inr('60'), prints: ['ration-print'] },
  PVC_FARMER: { name: 'Farmer card', price: inr('60'), prints: ['agristack-farmer-pdf'] },
}

/** Products of the configuration beside those of the plugin; null takes one out. */
const Products = z
  .record(z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be capitals, digits and _'), Product.nullable())
  .default({})
  .transform(
    (given): ReadonlyMap<string, Product> =>
      new Map(
        Object.entries({ ...PRODUCTS, ...given }).flatMap(([code, product]) => (product ? [[code, product]] : [])),
      ),
  )

/** What a deployer may say: products, what a parcel costs, how long its document can be fetched, and when it leaves. */
export const PrintSettings = defineSettings(
  'print',
  z.object({
    products: Products,
    shipping: z
      .strictObject({ standard: Price.default(inr('40')), express: Price.default(inr('80')) })
      .prefault({})
      .describe('What one parcel costs, whatever is in it'),
    artworkDays: z
      .int()
      .min(1)
      .max(60)
      .default(14)
      .describe('Days for which the fulfilment side can fetch the document of an order; it is kept as long as that'),
    dispatchDays: z.int().min(0).max(60).default(2).describe('Days from an order to its parcel'),
  }),
)
/** The settings, checked. */
export type PrintSettings = z.output<typeof PrintSettings.definition.schema>

/** What an order costs. */
export interface OrderCost {
  readonly product: Product
  readonly shippingCharge: Price
  /** The price of a piece times their number, and the parcel. */
  readonly amount: Price
}

/** What an order costs; null where the product is not sold. */
export function costOf(
  { products, shipping }: PrintSettings,
  order: { readonly product_code: string; readonly quantity: number; readonly shipping_method: 'standard' | 'express' },
): OrderCost | null {
  const product = products.get(order.product_code)
  if (!product) return null
  const shippingCharge = shipping[order.shipping_method]
  return { product, shippingCharge, amount: plus(priceOf(product.price * order.quantity), shippingCharge) }
}
