import type { Call } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'

/** Which write of which call. */
export interface Dispatch {
  readonly call: Call
  readonly epoch: number | null
  readonly operation: string
  readonly provider: string
  /** JSON of the request and its scenario, for running the handler again after a crash. */
  readonly input: string
}

/** Commits the mark of a write, before any byte of it leaves. @returns False: the call has another owner now. */
export async function markDispatch(parts: Pick<CallParts, 'billing' | 'clock'>, dispatch: Dispatch): Promise<boolean> {
  const { call, epoch, operation, provider, input } = dispatch
  if (epoch === null) throw new TypeError('an endpoint whose answers are not stored cannot write to the world')
  const { reference, account: accountId, environment } = call
  const at = parts.clock.now().getTime()
  const marked = await parts.billing.dispatch({
    kind: 'dispatch',
    ...{ reference, accountId, environment, at, epoch, operation, provider, input },
  })
  return marked.kind === 'done'
}
