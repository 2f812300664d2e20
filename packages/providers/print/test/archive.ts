import { defineDocument, defineEndpoint, definePlugin, inr, legacy, modern, Pdf } from '@parakh/core'
import * as z from 'zod'

const Card = defineDocument('archive.card', {
  record: z.object({ number: z.string(), name: z.string() }),
  title: 'Card',
  fileName: ({ number }) => `card-${number}.pdf`,
  blocks: ({ name }) => [{ heading: name }],
})
const NAME = 'ASHA RAO'

const shared = {
  method: 'GET',
  group: 'Documents and PDF',
  price: inr('5'),
  request: z.object({ number: z.string() }),
  data: z.object({ number: z.string(), name: z.string(), ...Pdf.shape }),
  errors: { NOT_FOUND: { message: 'record not found' } },
  needs: { issue: Card },
} as const

/** Documents of one kind, in the envelope of the print endpoints. */
const dlPrint = defineEndpoint({
  ...shared,
  ...{ id: 'dl-print', path: '/dl-print', summary: 'A licence', envelope: legacy({ message: 'Record found' }) },
  async handle({ request, issue, answer, fail }) {
    if (request.number === 'none') return fail('NOT_FOUND')
    const record = { ...request, name: NAME }
    return answer({ ...record, ...(await issue(record)) })
  },
  fixtures: [{ scenario: 'success', request: { number: 'XX0020150000001' } }],
})
/** Documents of another kind, in the modern envelope. */
const rcPrint = defineEndpoint({
  ...shared,
  ...{ id: 'rc-print', path: '/rc-print', summary: 'A vehicle', envelope: modern },
  async handle({ request, issue, answer }) {
    const record = { ...request, name: NAME }
    return answer({ ...record, ...(await issue(record)) })
  },
  fixtures: [{ scenario: 'success', request: { number: 'XX00AB0001' } }],
})

/** What the orders of a test are printed from: it serves both environments without a provider. */
export const archive = definePlugin({ id: 'archive', contract: 1, endpoints: [dlPrint, rcPrint] })
