import * as z from 'zod'
import { PersonName } from '../people/email.ts'
import { AssertedPasskey, NewPasskeyResponse } from '../sign-in/passkey-responses.ts'
import { addPasskey, askNewPasskey, askProofPasskey, askSignInPasskey, signInByPasskey } from '../sign-in/passkeys.ts'
import { requireSession } from '../sign-in/sessions.ts'
import { consoleRoute } from './console-route.ts'
import { signedIn } from './sign-in-routes.ts'

const NOTHING = z.strictObject({})

/** `POST /console/sign-in/passkey/options` */
export const askPasskey = consoleRoute({
  ...{ id: 'console.passkey-options', path: '/console/sign-in/passkey/options', input: NOTHING },
  handle: async ({ visitor, parts }) => ({ body: { options: await askSignInPasskey(parts, visitor) } }),
})

/** `POST /console/sign-in/passkey` */
export const enterPasskey = consoleRoute({
  ...{ id: 'console.passkey', path: '/console/sign-in/passkey', input: z.strictObject({ response: AssertedPasskey }) },
  handle: async ({ input: { response }, visitor, parts }) =>
    await signedIn(parts, await signInByPasskey(parts, { response, visitor })),
})

/** `POST /console/session/proof/passkey`: the options of a proof, which `POST /console/session/proof` takes. */
export const askPasskeyProof = consoleRoute({
  ...{ id: 'console.proof-passkey', path: '/console/session/proof/passkey', input: NOTHING },
  async handle({ visitor, parts }) {
    return { body: { options: await askProofPasskey(parts, await requireSession(parts, visitor.token), visitor) } }
  },
})

/** `POST /console/passkeys/options`: a new one is made on the host where it is used, so these are no operations. */
export const askOwnPasskey = consoleRoute({
  ...{ id: 'console.new-passkey-options', path: '/console/passkeys/options', input: NOTHING },
  async handle({ visitor, parts }) {
    return { body: { options: await askNewPasskey(parts, await requireSession(parts, visitor.token), visitor) } }
  },
})

/** `POST /console/passkeys` */
export const addOwnPasskey = consoleRoute({
  ...{ id: 'console.new-passkey', path: '/console/passkeys' },
  input: z.strictObject({ name: PersonName.optional(), response: NewPasskeyResponse }),
  async handle({ input: { name = null, response }, visitor, parts }) {
    const { id, token } = await addPasskey(parts, await requireSession(parts, visitor.token), {
      name,
      response,
      visitor,
    })
    const { session, body } = await signedIn(parts, token)
    return { status: 201, session, body: { passkey_id: id, session: body } }
  },
})
