import * as z from 'zod'
import { PersonName } from '../people/email.ts'
import { acceptInvitation, askInvitationCode, readInvitation } from '../sign-in/accept-invitation.ts'
import { CODE_TIMES } from '../sign-in/codes.ts'
import { enterByPortalLink } from '../sign-in/portal-entry.ts'
import { findSession, presentSession, requireSession } from '../sign-in/sessions.ts'
import { consoleRoute } from './console-route.ts'
import { signedIn, Typed } from './sign-in-routes.ts'

/** `POST /console/invitation`: the offer of an invitation, and whether accepting it needs a code or a sign-in. It does not use the invitation. */
export const showInvitation = consoleRoute({
  ...{ id: 'console.invitation', path: '/console/invitation', input: z.strictObject({ token: Typed }) },
  async handle({ input: { token }, visitor, parts }) {
    const { email, account_name, role, expires_at, purpose } = await readInvitation(parts, { token, visitor })
    const needs_proof = purpose === null
    return { body: { email, account_name, role, needs_proof, expires_at: expires_at.toISOString() } }
  },
})

/** `POST /console/invitation/code`: emails a code to the invited address. */
export const askInvitedCode = consoleRoute({
  id: 'console.invitation-code',
  path: '/console/invitation/code',
  input: z.strictObject({ token: Typed }),
  async handle({ input: { token }, visitor, parts }) {
    return { status: 202, body: { acceptance: await askInvitationCode(parts, { token, visitor }), ...CODE_TIMES } }
  },
})

/** `POST /console/invitation/accept`: by the emailed code, or by the session of the invited person. */
export const acceptInvited = consoleRoute({
  ...{ id: 'console.accept-invitation', path: '/console/invitation/accept' },
  input: z.union([
    z.strictObject({ token: Typed, name: PersonName.optional() }),
    z.strictObject({ token: Typed, name: PersonName.optional(), acceptance: Typed, code: Typed }),
  ]),
  async handle({ input, visitor, parts }) {
    const { token, name = null } = input
    const code = 'code' in input ? { token: input.acceptance, code: input.code } : null
    const current = await findSession(parts, visitor.token)
    const { accepted, session } = await acceptInvitation(parts, { token, name, code, visitor, current })
    const shown = await presentSession(parts, await requireSession(parts, session ?? visitor.token))
    return { body: { accepted, session: shown }, ...(session !== null && { session }) }
  },
})

/** `POST /console/enter`: by a portal link of an embedder. */
export const enterPortal = consoleRoute({
  ...{ id: 'console.enter', path: '/console/enter' },
  input: z.strictObject({ token: Typed, replace: z.boolean().default(false) }),
  async handle({ input: { token, replace }, visitor, parts }) {
    const current = await findSession(parts, visitor.token)
    return await signedIn(parts, await enterByPortalLink(parts, { token, visitor, current, replace }))
  },
})
