import type { Call } from '@parakh/core'
import type { Question } from '../call-data/question.ts'
import { plain } from '../request/canonical-json.ts'
import type { CallParts } from '../runtime/call-parts.ts'

/** Which write of which call. */
export interface Dispatch {
  readonly call: Call
  readonly epoch: number | null
  readonly write: Question
  readonly provider: string
  /** JSON of the request and its scenario, for running the handler again after a crash. */
  readonly request: string
}

/** Commits the mark of a write, before any byte of it leaves. @returns False: the call has another owner now. */
export async function markDispatch(parts: Pick<CallParts, 'billing' | 'clock'>, dispatch: Dispatch): Promise<boolean> {
  const { call, epoch, write, provider } = dispatch
  if (epoch === null) throw new TypeError('an endpoint whose answers are not stored cannot write to the world')
  const { reference, account: accountId, environment } = call
  const at = parts.clock.now().getTime()
  const marked = await parts.billing.dispatch({
    kind: 'dispatch',
    reference,
    accountId,
    environment,
    at,
    epoch,
    operation: write.name,
    provider,
    input: inputJson(dispatch),
  })
  return marked.kind === 'done'
}

/** The request, and the write's input if a later result must be compared with it. */
function inputJson({ request, write: { operation, input } }: Dispatch): string {
  if (operation.same.length === 0 && !operation.isOf) return request
  const kept: unknown = JSON.parse(request)
  return JSON.stringify(Object.assign({}, kept, { input: plain(input) }))
}
