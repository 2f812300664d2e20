import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsentVerdict, ConsentVerifier, StatedConsent } from '@parakh/core'

/** A consent verifier, and consents that it knows. */
export interface ConsentVerifierTrial {
  /** As its driver makes it. */
  readonly verifier: ConsentVerifier
  /** One that holds. */
  readonly valid: StatedConsent
  /** One whose end has passed. Null: its consents have none. */
  readonly expired: StatedConsent | null
  /** What it compares besides the reference: with another one of these the valid consent does not hold. */
  readonly compares: readonly ('accountId' | 'plugin' | 'endpoint' | 'purpose' | 'subject')[]
  /** Ends the valid consent where it is kept: it is asked last. Null: its consents cannot be withdrawn. */
  readonly withdraw: (() => Promise<void>) | null
  /** Takes what it asks away. @returns Brings it back. Null: it asks nobody. */
  interrupt(): Promise<(() => Promise<void>) | null>
}

const REASON = /^[a-z0-9_-]{1,40}$/
/** A host waits for 3 seconds; one that hears its signal ends at once. */
const HEARD_WITHIN_MS = 1_000
const OTHER = 'another'

type Told = ConsentVerdict | 'thrown' | 'waiting'

/** What a host makes of it: what is thrown, and what does not end, is no verdict. */
async function ask(verifier: ConsentVerifier, consent: StatedConsent, signal?: AbortSignal): Promise<Told> {
  const asked = async (): Promise<Told> => await verifier.verify(consent, signal ?? new AbortController().signal)
  const ended = new AbortController()
  const late = signal
    ? sleep(HEARD_WITHIN_MS, 'waiting' as const, { signal: ended.signal }).catch(() => 'waiting' as const)
    : null
  const told = asked().catch(() => 'thrown' as const)
  const first = await (late ? Promise.race([told, late]) : told)
  ended.abort()
  return first
}

const kindOf = (told: Told): string => (typeof told === 'string' ? told : told.kind)

/**
 * Whether a consent verifier keeps to its contract: it lets through what it knows to hold and nothing else, each time anew, and where it cannot
 * tell it throws, so that the call is refused.
 *
 * @returns What is wrong; empty: nothing.
 */
export async function checkConsentVerifier(trial: ConsentVerifierTrial): Promise<readonly string[]> {
  const faults: string[] = []
  const check = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  const { verifier, valid, expired, compares } = trial
  const refusal = async (consent: StatedConsent, what: string): Promise<void> => {
    const told = await ask(verifier, consent)
    const isRefused = typeof told === 'object' && told.kind !== 'valid'
    check(isRefused, `${what} is not refused but ${kindOf(told)}`)
    if (typeof told === 'object' && told.kind === 'invalid')
      check(REASON.test(told.reason), `the reason for ${what} is no code of 1 to 40 of a-z, 0-9, _ and -`)
  }
  const [first, second] = await Promise.all([ask(verifier, Object.freeze({ ...valid })), ask(verifier, valid)])
  check(kindOf(first) === 'valid', `a valid consent is ${kindOf(first)}`)
  check(kindOf(second) === kindOf(first), 'the same consent is told otherwise when it is asked twice')
  if (typeof first === 'object' && first.kind === 'valid' && first.expiresAt !== undefined)
    check(first.expiresAt > valid.at, 'a valid consent has ended before it is asked for')
  await refusal({ ...valid, artefact: `${valid.artefact.slice(0, 100)}-${OTHER}` }, 'an unknown reference')
  // It stands in addresses and queries of others.
  await refusal(
    { ...valid, artefact: `../${valid.artefact.slice(0, 100)}?a=b&c='"` },
    'a reference of special characters',
  )
  for (const field of compares) await refusal({ ...valid, [field]: OTHER }, `a consent of another ${field}`)
  if (expired)
    check(kindOf(await ask(verifier, expired)) === 'expired', 'a consent that has ended is not told as expired')
  faults.push(...(await checkAway(trial)))
  if (!trial.withdraw) return faults
  await trial.withdraw()
  await refusal(valid, 'a withdrawn consent')
  return faults
}

/** A verdict of one that cannot ask would be a guess. */
async function checkAway({ verifier, valid, interrupt }: ConsentVerifierTrial): Promise<readonly string[]> {
  const back = await interrupt()
  if (!back) return []
  const faults: string[] = []
  const told = await ask(verifier, valid)
  if (told !== 'thrown') faults.push(`it does not throw although nobody can be asked: it tells ${kindOf(told)}`)
  await back()
  if ((await ask(verifier, valid, AbortSignal.abort())) !== 'thrown') faults.push('the signal is not heard')
  const again = await ask(verifier, valid)
  if (kindOf(again) !== 'valid') faults.push(`a valid consent is ${kindOf(again)} when it can be asked again`)
  return faults
}
