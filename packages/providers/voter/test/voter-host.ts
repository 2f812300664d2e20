import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { vi } from 'vitest'
import * as z from 'zod'
import voter from '../src/index.ts'
import { fakeLinkSource } from './fake-link-source.ts'

const SECRET = 'callback-secret'
/** A card that a caller in production may name, and its new mobile number. */
export const CARD = { epic: 'ABC1234566', mobile: '9876543210' }
/** More than the time between two questions, and than the lease of a taken over write. */
export const STEP_MS = 61_000
const Reference = z.object({ ref_id: z.string() })

/** Results as the source posts them. */
export const signed = (result: object) => {
  const body = new TextEncoder().encode(JSON.stringify(result))
  return { body, headers: { 'x-signature': createHmac('sha256', SECRET).update(body).digest('hex') } }
}

/** A server in production with a licensed source, and an account with 100 INR. */
export async function voterHost() {
  const source = fakeLinkSource()
  const plugin = voter({
    live: source.provider(SECRET),
    licence: { authority: 'ECI', number: 'LIC-0001', validUntil: '2027-03-31' },
    consent: { notice: '2026-01' },
  })
  const made = await createTestHost({ plugins: [plugin], funds: inr('100') })
  const { host, keys, store, account, clock } = made
  const options = { requestId: 'one', consentRef: 'artefact-1' }
  return {
    ...made,
    source: source.state,
    link: (more: object = {}) => host.call('voter-mobile-link', CARD, keys.production, { ...options, ...more }),
    post: (result: object) => host.callback('voter', 'fake', signed(result)),
    balance: async () => store.wallet.balance(account.id, 'production'),
    /** Lets time pass, again and again, until something has happened in the background. */
    until: (happened: () => Promise<void>) =>
      vi.waitFor(
        async () => {
          clock.advance(STEP_MS)
          await happened()
        },
        { timeout: 60_000, interval: 500 },
      ),
    events: async () => (await store.outbox.read(100)).filter(({ type }) => type === 'voter_mobile_link.updated'),
  }
}
/** The reference that an answer names. */
export const referenceOf = ({ body }: { body: unknown }): string => Reference.parse(body).ref_id
