import type { Call, CallHistory } from '@parakh/core'
import * as z from 'zod'
import type { PrintableDocument } from './contract.ts'
import { SANDBOX_DOCUMENTS } from './fixtures/documents.ts'
import type { Product } from './settings.ts'

type Printable = z.output<typeof PrintableDocument>

const Answer = z.record(z.string(), z.unknown())
/** What a legacy answer says of the caller's wallet is nobody else's business. */
const MONEY_FIELDS = ['amount', 'balance_left']

interface Asking {
  readonly call: Call
  readonly calls: CallHistory
}

/**
 * The document that an order names: an earlier call of the same account and environment that answered, by its application_no or
 * its request id. In the sandbox the references of the catalogue stand for documents of any account (decisions.md section 6).
 *
 * @returns Null where there is none, where it is no document of this product, or where its answer is no longer kept, or where the key
 * may not call the endpoint that made it.
 */
export async function findDocument(
  { call, calls }: Asking,
  product: Product,
  reference: string,
): Promise<Printable | null> {
  const listed = call.environment === 'sandbox' ? SANDBOX_DOCUMENTS.get(reference) : undefined
  const document = listed ?? (await earlierAnswer(calls, reference))
  return document && product.prints.includes(document.endpoint) ? document : null
}

/**
 * Lets the URL of an order's document open while the order is fulfilled: it was made for a caller who fetches it at once.
 *
 * @param forSeconds Whole seconds from now.
 * @returns The document as the fulfilment side is given it.
 */
export async function prolonged(calls: CallHistory, document: Printable, forSeconds: number): Promise<Printable> {
  const { reference, record } = document
  await calls.renewDocuments(reference, { forSeconds })
  return 'pdf_expires_in' in record ? { ...document, record: { ...record, pdf_expires_in: forSeconds } } : document
}

async function earlierAnswer(calls: CallHistory, reference: string): Promise<Printable | null> {
  const earlier = await calls.find(reference)
  const answer = Answer.safeParse(earlier?.data)
  if (earlier?.state !== 'completed' || !answer.success) return null
  const record = Object.fromEntries(Object.entries(answer.data).filter(([name]) => !MONEY_FIELDS.includes(name)))
  return { reference: earlier.reference, endpoint: earlier.endpoint, record }
}
