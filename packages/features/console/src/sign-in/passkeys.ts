import { coreErrors, isParakhError, type Steps, type TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import { passkeyStatements as statements } from '../tables/passkey-statements.ts'
import { removeFactor } from './factors.ts'
import { LIMITS, requireWithin } from './limits.ts'
import type { AssertedPasskey, NewPasskeyResponse } from './passkey-responses.ts'
import { requireWholePerson } from './session-limits.ts'
import { beginSession, renewSession, type Session, secondFactorRequired } from './sessions.ts'

const LIFE_MS = 300_000
const STEP_UP_MS = 600_000
const UNKNOWN_NAME = 'Passkey'

/** What a challenge is good for. */
type Purpose = 'sign-in' | 'proof' | 'add'
const refused = () => consoleErrors.error('PASSKEY_REFUSED')
// Loaded on first use: it doubles the memory that a console takes.
const library = () => import('@simplewebauthn/server')

/** Passkeys are of hosts that the server knows. @throws `PASSKEY_REFUSED` */
async function placeOf({ mails }: ConsoleParts, { hostname }: Visitor) {
  const origin = await mails.originAt(hostname)
  if (origin === null) throw refused()
  return { rpID: hostname, origin }
}

/** Draws a challenge of a purpose, for a person or for whoever comes. */
async function drawChallenge(parts: ConsoleParts, purpose: Purpose, personId: string | null): Promise<string> {
  const challenge = newToken(parts)
  const row = { id: parts.secrets.hash(challenge), purpose, person_id: personId }
  const expires_at = parts.clock.now().getTime() + LIFE_MS
  await parts.tables.transaction((tx) => tx.run(statements.insertChallenge({ ...row, expires_at })))
  return challenge
}

/** Takes a challenge once. @throws `PASSKEY_REFUSED` */
function* takeChallenge(
  tx: TableTransaction,
  { secrets, clock }: ConsoleParts,
  given: { readonly challenge: string; readonly purpose: Purpose; readonly personId: string | null },
): Steps<void> {
  const hashes = [...secrets.hashes(given.challenge)]
  const taken = { hashes, purpose: given.purpose, person_id: given.personId, now: clock.now().getTime() }
  if ((yield* tx.run(statements.useChallenge(taken))) !== 1) throw refused()
}

/** What a browser is asked with to sign in by a passkey of this host. */
export async function askSignInPasskey(parts: ConsoleParts, visitor: Visitor) {
  await requireWithin(parts, [LIMITS.challengesOfAddress(visitor.ip)])
  const { rpID } = await placeOf(parts, visitor)
  const challenge = await drawChallenge(parts, 'sign-in', null)
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })
}

/** The same for a proof, by one of the person's own. */
export async function askProofPasskey(parts: ConsoleParts, { row }: Session, visitor: Visitor) {
  const { rpID } = await placeOf(parts, visitor)
  const challenge = await drawChallenge(parts, 'proof', row.person_id)
  const own = await parts.tables.rows(statements.passkeysOf({ person_id: row.person_id }))
  const { generateAuthenticationOptions } = await library()
  const allowCredentials = own.filter(({ rp_id }) => rp_id === rpID).map(({ credential_id: id }) => ({ id }))
  return await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required', allowCredentials })
}

/** Verifies an assertion: its signature, host, page and user. It is not used before `takePasskey`. @throws `PASSKEY_REFUSED` */
export async function verifyPasskey(parts: ConsoleParts, response: AssertedPasskey, visitor: Visitor) {
  const { rpID, origin } = await placeOf(parts, visitor)
  const row = await parts.tables.first(statements.passkeyByCredential({ credential_id: response.id }))
  if (row === null || row.rp_id !== rpID) throw refused()
  const { verifyAuthenticationResponse } = await library()
  let challenge = ''
  const verified = await verifyAuthenticationResponse({
    ...{ response, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
    expectedChallenge: (given) => {
      challenge = Buffer.from(given, 'base64url').toString()
      return true
    },
    credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
  }).catch(() => ({ verified: false as const }))
  if (!verified.verified) throw refused()
  return { row, counter: verified.authenticationInfo.newCounter, challenge }
}

/** Takes the challenge of a verified passkey, once, and keeps its counter. @throws `PASSKEY_REFUSED` */
export function* takePasskey(
  tx: TableTransaction,
  parts: ConsoleParts,
  given: {
    readonly used: Awaited<ReturnType<typeof verifyPasskey>>
    readonly purpose: Purpose
    readonly personId: string | null
  },
): Steps<void> {
  const { row, counter, challenge } = given.used
  yield* takeChallenge(tx, parts, { ...given, challenge })
  const now = parts.clock.now().getTime()
  // A copy of an authenticator counts from where it was copied.
  if ((yield* tx.run(statements.usePasskey({ id: row.id, counter, now }))) !== 1) throw refused()
}

/**
 * Signs in by a passkey: possession and its user's verification are both factors.
 *
 * @returns The token of the session.
 * @throws `PASSKEY_REFUSED`, `TOO_MANY_ATTEMPTS`
 */
export async function signInByPasskey(
  parts: ConsoleParts,
  { response, visitor }: { readonly response: AssertedPasskey; readonly visitor: Visitor },
): Promise<string> {
  // Called only for a passkey that was refused: a good one is not refused for failures of others in its network.
  const owner = async (): Promise<string | null> => {
    await requireWithin(parts, [LIMITS.triesOfAddress('passkey', visitor.ip)])
    return (await parts.tables.first(statements.passkeyByCredential({ credential_id: response.id })))?.person_id ?? null
  }
  return await auditRefused(parts, { action: 'person.sign-in-fail', owner }, async () => {
    const used = await verifyPasskey(parts, response, visitor)
    const { person_id: personId } = used.row
    return await parts.tables.transaction(function* (tx) {
      yield* takePasskey(tx, parts, { used, purpose: 'sign-in', personId: null })
      const { id: session, token } = yield* beginSession(tx, parts, { personId, visitor, secondFactor: true })
      yield* auditPerson(tx, 'person.sign-in', { personId, after: { method: 'passkey', session } })
      return token
    })
  })
}

/** Writes down that a passkey was refused. @param owner Whose it is, or who came with it; null: of nobody, which is only counted. */
export async function auditRefused<T>(
  parts: ConsoleParts,
  { action, owner }: { readonly action: `person.${string}`; owner(): Promise<string | null> },
  use: () => Promise<T>,
): Promise<T> {
  try {
    return await use()
  } catch (error) {
    const personId = isParakhError(error) && error.code === 'PASSKEY_REFUSED' ? await owner() : null
    if (personId !== null)
      await parts.tables.transaction((tx) => auditPerson(tx, action, { personId, after: { method: 'passkey' } }))
    throw error
  }
}

/** Requires a proof of the last ten minutes and a session that reaches the whole person. @throws `STEP_UP_REQUIRED`, `SECOND_FACTOR_REQUIRED`, `SESSION_LIMITED` */
async function requireMayAdd(parts: ConsoleParts, session: Session): Promise<void> {
  await requireWholePerson(parts, session)
  const { clock } = parts
  const { row, needs, methods } = session
  if (needs === 'second_factor') throw secondFactorRequired(session)
  const age = row.proven_at === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - row.proven_at.getTime()
  if (age >= STEP_UP_MS)
    throw coreErrors.error('STEP_UP_REQUIRED', { methods: methods.join(', ') || 'none' }, { details: { methods } })
}

/** What a browser is asked with to make a passkey of this host. */
export async function askNewPasskey(parts: ConsoleParts, session: Session, visitor: Visitor) {
  await requireMayAdd(parts, session)
  const { person_id, email, name } = session.row
  const { rpID } = await placeOf(parts, visitor)
  const challenge = await drawChallenge(parts, 'add', person_id)
  const own = await parts.tables.rows(statements.passkeysOf({ person_id }))
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    ...{ rpName: parts.issuer, rpID, challenge, attestationType: 'none' },
    ...{ userID: new Uint8Array(Buffer.from(person_id)), userName: email ?? name, userDisplayName: name },
    excludeCredentials: own.filter(({ rp_id }) => rp_id === rpID).map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Adds a passkey that a browser has made. It is the second factor of the session that does it, which gets a new token. @throws `PASSKEY_REFUSED` */
export async function addPasskey(
  parts: ConsoleParts,
  session: Session,
  given: { readonly name: string | null; readonly response: NewPasskeyResponse; readonly visitor: Visitor },
): Promise<{ readonly id: string; readonly token: string }> {
  await requireMayAdd(parts, session)
  const { response, visitor, name } = given
  const { person_id: personId } = session.row
  const { rpID, origin } = await placeOf(parts, visitor)
  const { verifyRegistrationResponse } = await library()
  let challenge = ''
  const made = await verifyRegistrationResponse({
    ...{ response, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
    expectedChallenge: (told) => {
      challenge = Buffer.from(told, 'base64url').toString()
      return true
    },
  }).catch(() => ({ verified: false as const }))
  if (!made.verified) throw refused()
  const { credential } = made.registrationInfo
  const [id, now] = [parts.ids.next(), parts.clock.now().getTime()]
  return await parts.tables.transaction(function* (tx) {
    yield* takeChallenge(tx, parts, { challenge, purpose: 'add', personId })
    yield* tx.run(
      statements.insertPasskey({
        ...{ id, person_id: personId, credential_id: credential.id, public_key: credential.publicKey, rp_id: rpID },
        ...{ counter: credential.counter, name: name ?? UNKNOWN_NAME, created_at: now },
      }),
    )
    const token = yield* renewSession(tx, parts, { id: session.row.id, personId, secondFactor: true })
    yield* auditPerson(tx, 'person.passkey-add', { personId, after: { passkey: id, host: rpID } })
    return { id, token }
  })
}

/** Removes a passkey of a person. @throws `PASSKEY_NOT_FOUND`, `FACTOR_REQUIRED` */
export const removePasskey = (
  parts: ConsoleParts,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<void> =>
  removeFactor(parts, personId, function* (tx) {
    if ((yield* tx.run(statements.deletePasskey({ id, person_id: personId }))) !== 1)
      throw consoleErrors.error('PASSKEY_NOT_FOUND')
    yield* auditPerson(tx, 'person.passkey-remove', { personId, after: { passkey: id } })
  })
