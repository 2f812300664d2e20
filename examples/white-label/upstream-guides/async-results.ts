import { asyncResultOf, exchangesOf, operationOf } from './exchanges.ts'
import type { ResultRow } from './guide-page.ts'
import { readRequest } from './shown-http.ts'
import { signed } from './shown-signature.ts'
import { differences, fill } from './shown-text.ts'
import { type Call, standing, type Trial } from './trial.ts'

/** Longer than any endpoint of the plugins waits before it asks for the result. */
const A_POLL_MS = 3_601_000
/** Longer than a hold is leased: then its write is looked after. */
const A_LEASE_MS = 31_000

/**
 * Posts results as the page shows them.
 *
 * @param how Whether the body is another than the one that was signed.
 * @returns The status of the reply.
 */
export async function postResult(
  { guide, page, known }: Trial,
  result: string,
  how: { tampered: boolean },
): Promise<number> {
  const shown = readRequest(fill(page.block('callback', result).text, known))
  const { body, headers } = shown
  const sent = Object.entries(headers).map(([name, value]) => [name, signed(value, shown, guide.environment)])
  const answer = await fetch(new URL(shown.path, guide.url), {
    ...{ method: shown.method, headers: Object.fromEntries(sent) },
    body: how.tampered ? `${body} ` : body,
  })
  return answer.status
}

/** Lets the time come at which the status of a write is asked. */
export function letResultBeAsked({ guide, page, known }: Trial, { call, result }: ResultRow): void {
  guide.upstream.play(exchangesOf(page, result.replace('/', '.status/'), call), known)
  guide.clock.advance(A_POLL_MS)
}

/**
 * Lets the time come at which it is asked what became of a write that is in doubt.
 *
 * @param says What the status says: `answer`, it was taken; `no`, it never arrived.
 */
export function letDoubtBeAsked({ guide, page, known }: Trial, reply: string, says: 'answer' | 'no'): void {
  guide.upstream.play(exchangesOf(page, `${operationOf(reply)}.status/${says}`, ''), known)
  guide.clock.advance(A_LEASE_MS)
}

/** How far a call has come against what the page says of it. @returns Every difference. */
export async function resultProblems(trial: Trial, row: ResultRow, call: Call): Promise<string[]> {
  const { page, known } = trial
  const stands = await standing(trial, call)
  const { state, refunded } = row
  const facts = differences(
    [
      { state, refunded },
      { state: stands?.state, refunded: stands?.refunded.toFixed(2) },
    ],
    known,
  )
  const shown = asyncResultOf(page, row.call, row.result)
  const whole = shown ? differences([JSON.parse(shown.text), stands], known, 'the standing') : []
  // A page that shows how the call stands may show that nothing was told of it.
  return [...facts, ...whole, ...(shown || stands?.result ? [] : ['nothing was told of it yet'])]
}
