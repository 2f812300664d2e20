import * as z from 'zod'
import type { ConsoleParts } from '../people/console-parts.ts'
import { Email, PersonName } from '../people/email.ts'
import { CODE_TIMES } from '../sign-in/codes.ts'
import { endSession, findSession, presentSession, requireSession } from '../sign-in/sessions.ts'
import { askSignInCode, signIn } from '../sign-in/sign-in.ts'
import { signUp } from '../sign-in/sign-up.ts'
import { consoleRoute } from './console-route.ts'

const NOTHING = z.strictObject({})
/** A token or a code as somebody types it. */
export const Typed = z.string().min(1).max(100)

/** What is answered with a new token: the session that it stands for. */
export async function signedIn(parts: ConsoleParts, token: string) {
  return { session: token, body: await presentSession(parts, await requireSession(parts, token)) }
}

/** `GET /console/session`: who is signed in, and whether strangers may sign up. */
export const getSession = consoleRoute({
  ...{ id: 'console.session', method: 'GET', path: '/console/session', input: NOTHING },
  async handle({ visitor: { token }, parts, sso, development }) {
    const session = await findSession(parts, token)
    const offered = { sign_up: parts.signUp, sso: sso.offered, development: development.isOn }
    return { body: { ...offered, session: session && (await presentSession(parts, session)) } }
  },
})

/** `POST /console/sign-in/code` */
export const askCode = consoleRoute({
  ...{ id: 'console.sign-in-code', path: '/console/sign-in/code', input: z.strictObject({ email: Email }) },
  async handle({ input: { email }, visitor, parts }) {
    return { status: 202, body: { sign_in: await askSignInCode(parts, { email, visitor }), ...CODE_TIMES } }
  },
})

/** `POST /console/sign-in` */
export const enterCode = consoleRoute({
  ...{ id: 'console.sign-in', path: '/console/sign-in', input: z.strictObject({ sign_in: Typed, code: Typed }) },
  handle: async ({ input: { sign_in: token, code }, visitor, parts }) =>
    await signedIn(parts, await signIn(parts, { token, code, visitor })),
})

/** `POST /console/sign-up`: the account of a person that has none, with its first key. */
export const openAccount = consoleRoute({
  ...{ id: 'console.sign-up', path: '/console/sign-up' },
  input: z.strictObject({ account_name: z.string().trim().min(1).max(120), name: PersonName.optional() }),
  async handle({ input: { account_name: accountName, name }, visitor, parts }) {
    const session = await requireSession(parts, visitor.token)
    const { accountId, issued } = await signUp(parts, { session, accountName, name: name ?? null, visitor })
    const { key, apiSecret } = issued
    return {
      status: 201,
      body: {
        account_id: accountId,
        key: { key_id: key.id, api_key: key.publicId, api_secret: apiSecret },
        session: await presentSession(parts, await requireSession(parts, visitor.token)),
      },
    }
  },
})

/** `POST /console/sign-out` */
export const signOut = consoleRoute({
  ...{ id: 'console.sign-out', path: '/console/sign-out', input: NOTHING },
  async handle({ visitor, parts }) {
    const session = await findSession(parts, visitor.token)
    if (session) {
      const { id, person_id: personId } = session.row
      await endSession(parts, { id, personId, action: 'person.sign-out' })
    }
    return { status: 204, session: null }
  },
})
