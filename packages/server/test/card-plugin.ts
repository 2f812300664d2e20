import { type Block, defineDocument, defineEndpoint, definePlugin, inr, modern, Pdf } from '@parakh/core'
import * as z from 'zod'

const Holder = z.object({ name: z.string(), uid: z.string() })
const blocks = ({ name, uid }: z.output<typeof Holder>): readonly Block[] => [
  {
    fields: [
      ['Name', name],
      ['Aadhaar', uid],
    ],
  },
]
const Card = defineDocument('cards.card', {
  record: Holder,
  title: 'Member card',
  fileName: ({ name }) => `${name}.pdf`,
  blocks,
})

const card = defineEndpoint({
  ...{ id: 'card', method: 'POST', path: '/card', group: 'Cards', summary: 'A card as PDF', envelope: modern },
  price: inr('3'),
  request: z.object({ name: z.string() }),
  data: z.object({ name: z.string(), ...Pdf.shape }),
  needs: { issue: Card },
  subjects: ({ name }) => [name],
  async handle({ request: { name }, issue, answer }) {
    return answer({ name, ...(await issue({ name, uid: 'XXXX XXXX 0001' })) })
  },
  fixtures: [{ scenario: 'success', request: { name: 'Asha Kulkarni' } }],
})

/** A plugin whose endpoint issues a document. */
export const cards = definePlugin({ id: 'cards', contract: 1, endpoints: [card] })
