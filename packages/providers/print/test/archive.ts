import { defineEndpoint, definePlugin, inr, legacy, modern } from '@parakh/core'
import * as z from 'zod'

const shared = {
  method: 'GET',
  group: 'Documents and PDF',
  price: inr('5'),
  request: z.object({ number: z.string() }),
  data: z.object({ number: z.string(), name: z.string(), pdf_url: z.string() }),
  errors: { NOT_FOUND: { message: 'record not found' } },
} as const
const RECORD = { name: 'ASHA RAO', pdf_url: 'https://documents.example/one' }

/** Documents of one kind, in the envelope of the print endpoints. */
const dlPrint = defineEndpoint({
  ...shared,
  ...{ id: 'dl-print', path: '/dl-print', summary: 'A licence', envelope: legacy({ message: 'Record found' }) },
  handle: async ({ request, answer, fail }) =>
    request.number === 'none' ? fail('NOT_FOUND') : answer({ ...request, ...RECORD }),
  fixtures: [{ scenario: 'success', request: { number: 'XX0020150000001' } }],
})
/** Documents of another kind, in the modern envelope. */
const rcPrint = defineEndpoint({
  ...shared,
  ...{ id: 'rc-print', path: '/rc-print', summary: 'A vehicle', envelope: modern },
  handle: async ({ request, answer }) => answer({ ...request, ...RECORD }),
  fixtures: [{ scenario: 'success', request: { number: 'XX00AB0001' } }],
})

/** What the orders of a test are printed from: it serves both environments without a provider. */
export const archive = definePlugin({ id: 'archive', contract: 1, endpoints: [dlPrint, rcPrint] })
