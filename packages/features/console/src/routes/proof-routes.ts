import * as z from 'zod'
import { CODE_TIMES } from '../sign-in/codes.ts'
import { AssertedPasskey } from '../sign-in/passkey-responses.ts'
import { askProofCode, prove } from '../sign-in/proofs.ts'
import { requireSession } from '../sign-in/sessions.ts'
import { consoleRoute } from './console-route.ts'
import { signedIn, Typed } from './sign-in-routes.ts'

/** `POST /console/session/proof/code`: mails a code for a step-up. */
export const askProof = consoleRoute({
  ...{ id: 'console.proof-code', path: '/console/session/proof/code', input: z.strictObject({}) },
  async handle({ visitor, parts }) {
    const proof = await askProofCode(parts, await requireSession(parts, visitor.token), visitor)
    return { status: 202, body: { proof, ...CODE_TIMES } }
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
  async handle({ input, visitor, parts }) {
    const session = await requireSession(parts, visitor.token)
    return await signedIn(parts, await prove(parts, session, { given: input, visitor }))
  },
})
