import { isUpstreamError, type LogFacts, UpstreamError, type UpstreamTarget } from '@parakh/core'
import { HttpTrouble } from '../exchange/http-trouble.ts'

/** Refused without an attempt, because the provider failed too often just now. */
export class CircuitOpen extends UpstreamError {
  constructor(provider: string) {
    super('unavailable', `${provider}: failed too often just now and is not asked for a while`, { sent: false })
  }
}

/** The deadline came before an answer. */
export const deadlinePassed = (provider: string, sent: boolean): UpstreamError =>
  new UpstreamError('unavailable', `${provider}: the deadline of the call passed`, { sent, reason: 'timeout' })

/**
 * Makes an `UpstreamError` of anything thrown. What is not one means `unavailable`; its message is dropped, because it may hold
 * an input.
 */
export function asUpstreamError(thrown: unknown, provider: string): UpstreamError {
  if (isUpstreamError(thrown)) return thrown
  return new UpstreamError('unavailable', `${provider}: the provider failed`, { sent: true })
}

/**
 * Whether an attempt may be made again: trouble that passes, and only where nothing can be paid or done twice. A read is not
 * repeated once a reply had begun (reliability.md section 6), a write not once a byte may have left, and neither of them after an
 * attempt that used up its own time.
 */
export function mayRepeat({ effect }: UpstreamTarget, trouble: UpstreamError): boolean {
  if (trouble.trouble !== 'unavailable' || trouble instanceof CircuitOpen) return false
  const ours = trouble instanceof HttpTrouble ? trouble : null
  if (ours?.timedOut) return false
  return effect === 'write' ? !trouble.sent : !ours?.replied
}

/** What may be logged of something thrown: the messages of this package, else its class and where it was thrown; where and why it is unusable. */
export function loggable(thrown: unknown): LogFacts {
  if (thrown instanceof HttpTrouble) return { detail: thrown.message, ...whereAndWhy(thrown) }
  if (!(thrown instanceof Error)) return { thrown: typeof thrown }
  if (isUpstreamError(thrown) && thrown.reason) return whereAndWhy(thrown)
  const stack = thrown.stack ?? ''
  const frames = stack.slice(stack.indexOf(thrown.message) + thrown.message.length)
  return { thrown: thrown.name, at: /^\s+at (.*)$/m.exec(frames)?.[1] ?? null }
}

/** An error of another copy of core may be older, and have neither. */
const whereAndWhy = ({ field, reason }: UpstreamError): LogFacts => ({
  ...(field ? { field } : {}),
  ...(reason ? { reason } : {}),
})

/** What a developer is told besides: messages, which may hold an input. */
export function toldInDevelopment(thrown: unknown): LogFacts {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { cause } = thrown
  if (cause === undefined) return { message: thrown.message }
  return { message: thrown.message, cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause) }
}
