import type { Clock } from '@parakh/core'
import { type ExchangeTarget, exchange } from '../exchange/exchange.ts'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { type DescribedCredentials, readToken, tokenRequest } from './token-exchange.ts'

/** A token is replaced so long before its end, so that it does not end on its way; half of a shorter life is kept. */
const BEFORE_ITS_END_MS = 30_000
/** How long a token is kept that does not say it. */
const UNSTATED_LIFE_MS = 300_000
/** The most that is read of a reply, in bytes. */
const MAX_REPLY_BYTES = 65_536

/** A token for one request. */
export interface GivenToken {
  readonly token: string
  /** It was fetched for this request, or while it waited: a source that refuses it would refuse the next one. */
  readonly isNew: boolean
}
/** The token of a source: fetched when it is needed, kept while it is valid, one request at a time for all calls. */
export interface TokenSource {
  /**
   * The token that is kept, or a new one.
   *
   * @param signal Ends the waiting, not the request: others may wait for it too.
   * @throws HttpTrouble, always with `sent: false`: nothing of the operation has left.
   */
  token(signal: AbortSignal): Promise<GivenToken>
  /** Keeps a token no longer, unless another has taken its place. */
  discard(token: string): void
}
/** What fetching takes besides the description. */
export interface TokenParts {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** The source that the token is for; its connections go to the origin of `tokenUrl`. */
  readonly target: () => ExchangeTarget
}

/** The tokens of one source. */
export function clientCredentials(described: DescribedCredentials, { clock, target }: TokenParts): TokenSource {
  const request = tokenRequest(described)
  let kept: { readonly token: string; readonly until: number } | null = null
  let underWay: Promise<string> | null = null
  const fetchToken = async (): Promise<string> => {
    const { provider, ...rest } = target()
    const to = { ...rest, provider, maxReplyBytes: MAX_REPLY_BYTES, readsTrouble: true }
    const askedAt = clock.monotonicMs()
    // Not by the signal of one call: the token is for all of them.
    const attempt = { signal: new AbortController().signal, begunAt: performance.now() }
    try {
      const { access_token: token, expires_in } = readToken(await exchange(to, request, attempt), provider)
      const lifeMs = expires_in === undefined ? UNSTATED_LIFE_MS : expires_in * 1_000
      kept = { token, until: askedAt + lifeMs - Math.min(BEFORE_ITS_END_MS, lifeMs / 2) }
      return token
    } catch (thrown) {
      throw unsent(thrown, provider)
    }
  }
  return {
    async token(signal) {
      if (kept && clock.monotonicMs() < kept.until) return { token: kept.token, isNew: false }
      underWay ??= fetchToken().finally(() => {
        underWay = null
      })
      return { token: await unlessAborted(underWay, signal, target().provider), isNew: true }
    },
    discard(token) {
      if (kept?.token === token) kept = null
    },
  }
}

/** What kept a token from coming, as trouble of the source of which no byte was sent. */
function unsent(thrown: unknown, provider: string): HttpTrouble {
  const { trouble, reason, timedOut } =
    thrown instanceof HttpTrouble ? thrown : { trouble: 'unavailable' as const, reason: 'failed', timedOut: false }
  const facts = { sent: false, reason: `token_${reason}`, timedOut }
  // What cannot be used says nothing of the operation's input.
  return new HttpTrouble(trouble === 'unprocessable' ? 'unavailable' : trouble, `${provider}: no token`, facts)
}

/** Waits for a token, but not beyond the signal of a call. */
function unlessAborted(token: Promise<string>, signal: AbortSignal, provider: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const facts = { sent: false, reason: 'token_timeout' }
    const giveUp = (): void => reject(new HttpTrouble('unavailable', `${provider}: no token in time`, facts))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    token.finally(() => signal.removeEventListener('abort', giveUp)).then(resolve, reject)
  })
}
