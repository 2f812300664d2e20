import * as z from 'zod'
import { PersonName } from '../people/email.ts'
import { acceptInvitation, readInvitation } from '../sign-in/accept-invitation.ts'
import { enterByPortalLink } from '../sign-in/portal-entry.ts'
import { findSession } from '../sign-in/sessions.ts'
import { consoleRoute } from './console-route.ts'
import { signedIn, Typed } from './sign-in-routes.ts'

/** `POST /console/invitation`: what an invitation offers. It is not used by it. */
export const showInvitation = consoleRoute({
  ...{ id: 'console.invitation', path: '/console/invitation', input: z.strictObject({ token: Typed }) },
  async handle({ input: { token }, parts }) {
    const { email, account_name, role, expires_at } = await readInvitation(parts, token)
    return { body: { email, account_name, role, expires_at: expires_at.toISOString() } }
  },
})

/** `POST /console/invitation/accept` */
export const acceptInvited = consoleRoute({
  ...{ id: 'console.accept-invitation', path: '/console/invitation/accept' },
  input: z.strictObject({ token: Typed, name: PersonName.optional() }),
  handle: async ({ input: { token, name = null }, visitor, parts }) =>
    await signedIn(parts, await acceptInvitation(parts, { token, name, visitor })),
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
