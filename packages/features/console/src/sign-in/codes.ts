import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { type ConsoleParts, newToken } from '../people/console-parts.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'

const DIGITS = 8
/** How often a code is tried at most. */
export const MOST_TRIES = 5
const LIFE_SECONDS = 600

/** What a code is good for. One for the one is none for the other. */
type CodePurpose = 'sign-in' | 'proof' | 'invitation'
/** A code that was asked for: only the token goes to who asked, only the code by mail. */
interface NewCode {
  readonly token: string
  readonly code: string
}
/** The place, session or invitation that a code belongs to: it is wrong anywhere else. Null: a sign-in at a host without a brand. */
interface Bound {
  readonly boundTo: string | null
}
/** What is told of a code that was asked for, whoever has the address. */
export const CODE_TIMES = { expires_in_seconds: LIFE_SECONDS, resend_after_seconds: 30 } as const

/** Makes a code for an address. It is checked together with its token, so that a code alone is worth nothing. */
export function* makeCode(
  tx: TableTransaction,
  parts: ConsoleParts,
  { purpose, email, boundTo }: { readonly purpose: CodePurpose; readonly email: string } & Bound,
): Steps<NewCode> {
  const { secrets, clock } = parts
  const made = { token: newToken(parts), code: secrets.digits(DIGITS) }
  const expires_at = clock.now().getTime() + LIFE_SECONDS * 1_000
  const hash = secrets.hash(boundCode({ code: made.code, token: made.token, boundTo }))
  yield* tx.run(statements.insertCode({ id: secrets.hash(made.token), purpose, email, hash, expires_at }))
  return made
}
const boundCode = ({ token, code, boundTo }: NewCode & Bound): string =>
  boundTo === null ? `${token} ${code}` : `${token} ${code} ${boundTo}`

/** What a try came to: `left` of its tries, 0 to 4; null: it has no number of its own. */
export type CodeTry =
  | { readonly kind: 'right'; readonly email: string }
  | { readonly kind: 'wrong'; readonly email: string; readonly left: number | null }
  | { readonly kind: 'ended' }

/** Takes one try of a code: right once, and no more often tried than allowed, also by processes that try at once. It is for who commits it. */
export function* tryCode(
  tx: TableTransaction,
  { secrets, clock }: ConsoleParts,
  given: NewCode & Bound & { readonly purpose: CodePurpose },
): Steps<CodeTry> {
  const now = clock.now().getTime()
  const asked = { hashes: [...secrets.hashes(given.token)], purpose: given.purpose, most: MOST_TRIES, now }
  const row = yield* tx.first(statements.tryCode(asked))
  if (row === null) return { kind: 'ended' }
  const { id, email, hash, tries } = row
  const code = given.code.replace(/\s/g, '')
  if (!secrets.matches(boundCode({ token: given.token, code, boundTo: given.boundTo }), hash))
    return { kind: 'wrong', email, left: MOST_TRIES - tries }
  return (yield* tx.run(statements.useCode({ id, now }))) === 1 ? { kind: 'right', email } : { kind: 'ended' }
}

/** The refusal of a try that was not right. */
export const codeRefusal = (tried: Exclude<CodeTry, { kind: 'right' }>) =>
  tried.kind === 'ended' || tried.left === 0
    ? consoleErrors.error('CODE_ENDED')
    : consoleErrors.error('CODE_WRONG', {}, { details: tried.left === null ? {} : { tries_left: tried.left } })
