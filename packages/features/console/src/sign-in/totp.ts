import { createHash } from 'node:crypto'
import type { Steps, TableTransaction } from '@parakh/core'
import { Secret, TOTP } from 'otpauth'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts } from '../people/console-parts.ts'
import { consoleTables } from '../tables/console-tables.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { removeFactor } from './factors.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { renewSession } from './sessions.ts'

const PERIOD_SECONDS = 30

/** Secrets of authenticators are sealed under a data key of their person. */
const placeOf = (personId: string) => ({ table: consoleTables.t.totp, accountId: personId, row: personId })

const authenticator = (secret: Uint8Array, { issuer }: ConsoleParts, label: string): TOTP =>
  new TOTP({ issuer, label, period: PERIOD_SECONDS, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/**
 * Draws a secret for an authenticator. It is in force once a first code has confirmed it.
 *
 * @throws `TOTP_THERE`: one is in force already.
 */
export async function startTotp(
  parts: ConsoleParts,
  { personId, label }: { readonly personId: string; readonly label: string },
) {
  const { secrets, vault, tables } = parts
  const secret = createHash('sha1').update(secrets.digits(32)).update(secrets.digits(32)).digest()
  const sealed = await vault.seal(placeOf(personId), secret)
  const written = await tables.transaction((tx) => tx.run(statements.putTotp({ person_id: personId, secret: sealed })))
  if (written !== 1) throw consoleErrors.error('TOTP_THERE')
  const made = authenticator(secret, parts, label)
  return { secret: made.secret.base32, uri: made.toString() }
}

/** The step whose code this is, of the one now and its neighbours; null: none. The code is not taken yet. */
export async function stepOfCode(
  parts: ConsoleParts,
  { personId, code, confirmed }: { readonly personId: string; readonly code: string; readonly confirmed: boolean },
): Promise<number | null> {
  const row = await parts.tables.first(statements.totp({ person_id: personId }))
  if (row === null || (row.confirmed_at !== null) !== confirmed) return null
  const secret = await parts.vault.open(placeOf(personId), row.secret)
  const timestamp = parts.clock.now().getTime()
  const delta = authenticator(secret, parts, '').validate({ token: code.replace(/\s/g, ''), timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * 1_000)) + delta
}

/** Takes a code: each once, also by two that come with it at once. */
export function* takeTotpCode(tx: TableTransaction, personId: string, step: number | null): Steps<boolean> {
  return step !== null && (yield* tx.run(statements.takeTotpStep({ person_id: personId, step }))) === 1
}

/**
 * Confirms an authenticator by its first code: from now on it is asked at each sign-in. The session that does it has given its second factor,
 * and gets a new token; the old one ends.
 *
 * @returns Recovery codes, which are shown once, and the token.
 * @throws `CODE_WRONG`, `TOTP_NOT_STARTED`, `SESSION_ENDED`
 */
export async function confirmTotp(
  parts: ConsoleParts,
  { personId, sessionId, code }: { readonly personId: string; readonly sessionId: string; readonly code: string },
): Promise<{ readonly recoveryCodes: readonly string[]; readonly token: string }> {
  const row = await parts.tables.first(statements.totp({ person_id: personId }))
  if (row === null || row.confirmed_at !== null) throw consoleErrors.error('TOTP_NOT_STARTED')
  const step = await stepOfCode(parts, { personId, code, confirmed: false })
  const now = parts.clock.now().getTime()
  return await parts.tables.transaction(function* (tx) {
    if (!(yield* takeTotpCode(tx, personId, step))) throw consoleErrors.error('CODE_WRONG')
    if ((yield* tx.run(statements.confirmTotp({ person_id: personId, now }))) !== 1)
      throw consoleErrors.error('TOTP_NOT_STARTED')
    const recoveryCodes = yield* replaceRecoveryCodes(tx, parts, personId)
    const token = yield* renewSession(tx, parts, { id: sessionId, personId, secondFactor: true })
    yield* auditPerson(tx, 'person.totp-add', { personId })
    return { recoveryCodes, token }
  })
}

/** Removes an authenticator and the recovery codes. @throws `FACTOR_REQUIRED` */
export const removeTotp = (parts: ConsoleParts, personId: string): Promise<void> =>
  removeFactor(parts, personId, function* (tx) {
    yield* tx.run(statements.deleteTotp({ person_id: personId }))
    yield* tx.run(statements.deleteRecoveryCodes({ person_id: personId }))
    yield* auditPerson(tx, 'person.totp-remove', { personId })
  })
