import * as z from 'zod'
import { AssertedPasskey } from '../sign-in/passkey-responses.ts'
import { askProofCode, prove } from '../sign-in/proofs.ts'
import { consoleRoute } from './console-route.ts'
import { presentAsked, sessionOf, signedIn, Typed } from './sign-in-routes.ts'

/** `POST /console/session/proof/code`: mails a code for a step-up. */
export const askProof = consoleRoute({
  ...{ id: 'console.proof-code', path: '/console/session/proof/code', input: z.strictObject({}) },
  async handle({ visitor, door }) {
    const asked = await askProofCode(door.parts, await sessionOf(door, visitor), visitor)
    return { status: 202, body: presentAsked('proof', asked) }
  },
})

/** A proof as the page sends it. */
const Proof = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal(['totp', 'recovery_code']), code: Typed }),
  z.strictObject({ method: z.literal('code'), code: Typed, proof: Typed }),
  z.strictObject({ method: z.literal('passkey'), response: AssertedPasskey }),
])

/** `POST /console/session/proof`: the second factor of a sign-in, and a step-up. */
export const giveProof = consoleRoute({
  ...{ id: 'console.proof', path: '/console/session/proof', input: Proof },
  async handle({ input, visitor, door: { parts }, door }) {
    const session = await sessionOf(door, visitor)
    return await signedIn(door, await prove(parts, session, { given: input, visitor }))
  },
})
