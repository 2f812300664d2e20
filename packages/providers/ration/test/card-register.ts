import { inr, type Licence } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import * as z from 'zod'
import { CARDS } from '../src/fixtures/cards.ts'
import { HOUSEHOLDS } from '../src/fixtures/households.ts'
import ration, { RationProvider } from '../src/index.ts'

/** A card that a caller in production may name. */
export const CARD = '216740123456'
/** The Aadhaar number of everybody on it. */
export const AADHAAR = '234123412346'
/** What makes the plugin legal. */
export const LICENCE: Licence = { authority: 'FCS-UP', number: 'LIC-0001', validUntil: '2027-03-31' }

/** What a register says otherwise than a good one: of the card, and of each person on it. */
interface Answers {
  readonly card?: object
  readonly person?: object
}

/** A register that gives whole Aadhaar numbers, unless it is told to answer otherwise. */
function cardRegister({ card, person }: Answers) {
  const answered = <C extends { readonly family: readonly object[] }>(known: C) => ({
    ...known,
    ration_no: CARD,
    family: known.family.map((member) => ({ ...member, uid: AADHAAR, ...person })),
    ...card,
  })
  const source = RationProvider.implement({
    id: 'register',
    options: z.object({}),
    make: () => ({
      // Whether it fits the contract is what is tried here.
      family: async () => answered(HOUSEHOLDS.sunita) as never,
      details: async () => answered(CARDS.sunita) as never,
    }),
  })
  return { ...source({}), authorised: true }
}

/** A host whose production asks a register in this process, and an account with 100 INR. */
export async function licensedHost({ licence = LICENCE, answers = {} }: { licence?: Licence; answers?: Answers } = {}) {
  const plugin = ration({ live: cardRegister(answers), licence, consent: { notice: '2026-01' } })
  const made = await createTestHost({ plugins: [plugin], funds: inr('100') })
  const { host, keys, store, account } = made
  return {
    host,
    ask: (endpoint: string, more: object = { consentRef: 'artefact-1' }) =>
      host.call(endpoint, { ration_no: CARD }, keys.production, more),
    balance: async () => await store.wallet.balance(account.id, 'production'),
  }
}
