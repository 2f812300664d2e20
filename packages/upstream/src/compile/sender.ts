import type { HttpReply } from '@parakh/core'
import type { TokenSource } from '../credentials/client-credentials.ts'
import {
  type AttemptUnderWay,
  type ExchangeRequest,
  type ExchangeTarget,
  exchange,
  isChallenged,
} from '../exchange/exchange.ts'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import type { Signer } from './request-signature.ts'

/** How the requests of a source are sent. */
export interface SenderParts {
  /** Where to send; opened once the source turned out to be free of faults. */
  readonly target: () => ExchangeTarget
  /** Null: they need no token. */
  readonly tokens: TokenSource | null
  /** Null: they are not signed. */
  readonly sign: Signer | null
}
/** What sending takes besides the request. */
export interface Sending extends AttemptUnderWay {
  readonly reference: string
  readonly effect: 'read' | 'write'
  /** Whether a reply is read whose status is trouble by itself. */
  readonly readsTrouble: boolean
}
/** Sends a request with what its source wants to see of us. @throws HttpTrouble */
export type Sender = (request: ExchangeRequest, sending: Sending) => Promise<HttpReply>

/**
 * Sends requests with a token and a signature, where the source wants them. A token that was kept and is refused (401) is fetched anew, and the request
 * is sent once more: a write only where the refusal is of the token, by its challenge.
 */
export function createSender({ target, tokens, sign }: SenderParts): Sender {
  const once = async (request: ExchangeRequest, token: string | null, sending: Sending): Promise<HttpReply> => {
    const to = { ...target(), readsTrouble: sending.readsTrouble }
    const authorised = token === null ? request : withHeader(request, 'authorization', `Bearer ${token}`)
    const signed = sign ? await built(sign(authorised, sending.reference), to.provider) : authorised
    return await exchange(to, signed, sending)
  }
  if (!tokens) return (request, sending) => once(request, null, sending)
  return async (request, sending) => {
    const { token, isNew } = await tokens.token(sending.signal)
    const first = await once(request, token, sending).then(replied, failed)
    if (!first.isRefused) return first.end()
    tokens.discard(token)
    if (isNew || (sending.effect === 'write' && !first.isChallenged)) return first.end()
    return await once(request, (await tokens.token(sending.signal)).token, sending)
  }
}

/**
 * The request, or trouble that says that it could not be built.
 *
 * @throws HttpTrouble `unprocessable`, with the code of the expression that failed.
 */
export function built(request: Promise<ExchangeRequest>, provider: string): Promise<ExchangeRequest> {
  return request.catch((thrown: unknown) => {
    const code = thrown instanceof ExpressionFailure ? thrown.code : 'FAILED'
    const facts = { sent: false, reason: `request_${code}` }
    throw new HttpTrouble('unprocessable', `${provider}: the request cannot be built (${code})`, facts)
  })
}

const withHeader = (request: ExchangeRequest, name: string, value: string): ExchangeRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})

/** How a request ended, and whether our token was refused. */
interface Ended {
  readonly isRefused: boolean
  readonly isChallenged: boolean
  end(): HttpReply
}
const replied = (reply: HttpReply): Ended => ({
  ...{ isRefused: reply.status === 401, isChallenged: isChallenged(reply) },
  end: () => reply,
})
const failed = (thrown: unknown): Ended => {
  const trouble = thrown instanceof HttpTrouble ? thrown : null
  return {
    ...{ isRefused: trouble?.reason === 'http_401', isChallenged: trouble?.challenged === true },
    end: () => {
      throw thrown
    },
  }
}
