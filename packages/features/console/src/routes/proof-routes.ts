import * as z from 'zod'
import { askProofCode, prove } from '../sign-in/proofs.ts'
import { consoleRoute } from './console-route.ts'
import { presentAsked, sessionOf, signedIn, Typed } from './sign-in-routes.ts'

/** `POST /console/session/proof/code`: mails a code for a step-up. */
export const askProof = consoleRoute({
  ...{ id: 'console.proof-code', path: '/console/session/proof/code', input: z.object({}) },
  async handle({ visitor, door }) {
    const asked = await askProofCode(door.parts, await sessionOf(door, visitor), visitor)
    return { status: 202, body: presentAsked('proof', asked) }
  },
})

/** `POST /console/session/proof`: the second factor of a sign-in, and a step-up. */
export const giveProof = consoleRoute({
  ...{ id: 'console.proof', path: '/console/session/proof' },
  input: z.object({ method: z.enum(['code', 'totp', 'recovery_code']), code: Typed, proof: Typed.optional() }),
  async handle({ input: { method, code, proof = null }, visitor, door }) {
    const session = await sessionOf(door, visitor)
    return await signedIn(door, await prove(door.parts, session, { method, code, proof }))
  },
})
