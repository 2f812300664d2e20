import type { Call, CallHistory } from '@parakh/core'
import * as z from 'zod'
import type { PrintableDocument } from './contract.ts'
import { SANDBOX_DOCUMENTS } from './fixtures/documents.ts'
import type { Product } from './settings.ts'

type Printable = z.output<typeof PrintableDocument>

const Answer = z.record(z.string(), z.unknown())
/** What a legacy answer says of the caller's wallet is nobody else's business. */
const MONEY_FIELDS = ['amount', 'balance_left']

/**
 * The document that an order names: an earlier call of the same account and environment that answered, by its application_no or
 * its request id. In the sandbox the references of the catalogue stand for documents of any account (decisions.md section 6).
 *
 * @returns Null where there is none, where it is no document of this product, or where its answer is no longer kept.
 */
export async function findDocument(
  { call, calls }: { readonly call: Call; readonly calls: CallHistory },
  product: Product,
  reference: string,
): Promise<Printable | null> {
  const listed = call.environment === 'sandbox' ? SANDBOX_DOCUMENTS.get(reference) : undefined
  const document = listed ?? (await earlierAnswer(calls, reference))
  return document && product.prints.includes(document.endpoint) ? document : null
}

async function earlierAnswer(calls: CallHistory, reference: string): Promise<Printable | null> {
  const earlier = await calls.find(reference)
  const answer = Answer.safeParse(earlier?.data)
  if (earlier?.state !== 'completed' || !answer.success) return null
  const record = Object.fromEntries(Object.entries(answer.data).filter(([name]) => !MONEY_FIELDS.includes(name)))
  return { reference: earlier.reference, endpoint: earlier.endpoint, record }
}
