import * as z from 'zod'
import type { Visitor } from '../people/console-parts.ts'
import { Email, PersonName } from '../people/email.ts'
import { namedScopesOf } from '../people/roles.ts'
import { endSession, findSession, presentSession, requireSession, type Session } from '../sign-in/sessions.ts'
import { askSignInCode, signIn } from '../sign-in/sign-in.ts'
import { signUp } from '../sign-in/sign-up.ts'
import type { ConsoleDoor } from './console-door.ts'
import { consoleRoute } from './console-route.ts'

const NOTHING = z.strictObject({})
/** A token or a code as somebody types it. */
export const Typed = z.string().min(1).max(100)

/** A code that was asked for, by the name of its token. */
export const presentAsked = (name: 'sign_in' | 'proof', asked: Awaited<ReturnType<typeof askSignInCode>>) => ({
  [name]: asked.token,
  expires_in_seconds: asked.expiresInSeconds,
  resend_after_seconds: asked.resendAfterSeconds,
})
/** A session as the page reads it. */
export const present = ({ parts: { scopes } }: ConsoleDoor, session: Session) =>
  presentSession(session, (one) => namedScopesOf(one.role, { accountId: one.account_id }, scopes))
/** What is answered with a new token: the session that it stands for. */
export async function signedIn(door: ConsoleDoor, token: string) {
  return { session: token, body: present(door, await requireSession(door.parts, token)) }
}

/** `GET /console/session`: who is signed in, and whether strangers may sign up. */
export const getSession = consoleRoute({
  ...{ id: 'console.session', method: 'GET', path: '/console/session', input: NOTHING },
  async handle({ visitor: { token }, door }) {
    const session = await findSession(door.parts, token)
    const { isDevelopment: development, parts, sso } = door
    const offered = { sign_up: parts.signUp, sso: sso.offered, development }
    return { body: { ...offered, session: session && present(door, session) } }
  },
})

/** `POST /console/sign-in/code` */
export const askCode = consoleRoute({
  ...{ id: 'console.sign-in-code', path: '/console/sign-in/code', input: z.strictObject({ email: Email }) },
  async handle({ input: { email }, visitor, door }) {
    return { status: 202, body: presentAsked('sign_in', await askSignInCode(door.parts, { email, visitor })) }
  },
})

/** `POST /console/sign-in` */
export const enterCode = consoleRoute({
  ...{ id: 'console.sign-in', path: '/console/sign-in', input: z.strictObject({ sign_in: Typed, code: Typed }) },
  handle: async ({ input: { sign_in: token, code }, visitor, door }) =>
    await signedIn(door, await signIn(door.parts, { token, code, visitor })),
})

/** `POST /console/sign-up`: the account of a person that has none, with its first key. */
export const openAccount = consoleRoute({
  ...{ id: 'console.sign-up', path: '/console/sign-up' },
  input: z.strictObject({ account_name: z.string().trim().min(1).max(120), name: PersonName.optional() }),
  async handle({ input: { account_name: accountName, name }, visitor, door }) {
    const session = await sessionOf(door, visitor)
    const { accountId, issued } = await signUp(door.parts, { session, accountName, name: name ?? null, visitor })
    const { key, apiSecret } = issued
    return {
      status: 201,
      body: {
        account_id: accountId,
        key: { key_id: key.id, api_key: key.publicId, api_secret: apiSecret },
        session: present(door, await sessionOf(door, visitor)),
      },
    }
  },
})

/** `POST /console/sign-out` */
export const signOut = consoleRoute({
  ...{ id: 'console.sign-out', path: '/console/sign-out', input: NOTHING },
  async handle({ visitor, door: { parts } }) {
    const session = await findSession(parts, visitor.token)
    if (session) {
      const { id, person_id: personId } = session.row
      await endSession(parts, { id, personId, action: 'person.sign-out' })
    }
    return { status: 204, session: null }
  },
})

/** The session of a request. @throws `SESSION_ENDED` */
export const sessionOf = ({ parts }: ConsoleDoor, { token }: Visitor): Promise<Session> => requireSession(parts, token)
