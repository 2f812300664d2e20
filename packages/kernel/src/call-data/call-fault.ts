import {
  boundedFields,
  boundedText,
  CALL_ERRORS,
  type CallErrorCode,
  type ErrorSpec,
  type Outcome,
  type RateState,
} from '@parakh/core'

/** How a call ends that does not answer. */
export interface CallFault {
  readonly code: string
  readonly message: string
  readonly status: number
  readonly outcome: Exclude<Outcome, 'answer'>
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** Of the earlier call that this one repeats under another request id. */
  readonly refId?: string
  /** Whole seconds. */
  readonly retryAfter?: number
  readonly rate?: RateState | null
}

/** Ends a call before its provider was asked. Stays within the kernel. */
export class CallRefusal extends Error {
  override readonly name = 'CallRefusal'
  /** @param logged True: its usage row is written already. */
  constructor(
    readonly fault: CallFault,
    readonly logged = false,
  ) {
    super(fault.code)
  }
}

type More = Partial<Pick<CallFault, 'message' | 'fields' | 'retryAfter' | 'rate'>>

/** What is told of one field. */
const MOST_TEXTS = 5

/** One of the host's own faults. */
export function hostFault(code: CallErrorCode, more: More = {}): CallFault {
  const fault = { code, ...CALL_ERRORS[code], ...more }
  if (!more.fields) return fault
  const { fields, note } = boundedFields(more.fields, (texts) => texts.slice(0, MOST_TEXTS).map(boundedText))
  return { ...fault, fields, message: `${fault.message}${note}` }
}

/** A refusal with one of the host's own faults. */
export const refuse = (code: CallErrorCode, more: More = {}): CallRefusal => new CallRefusal(hostFault(code, more))

const STATUS: Readonly<Record<Exclude<Outcome, 'answer'>, number>> = { none: 404, failed: 503, refused: 400 }

/** A fault that an endpoint declared. The status follows from the outcome unless it is given. */
export function declaredFault(code: string, spec: ErrorSpec, retryAfter: number | undefined): CallFault {
  const outcome = spec.outcome ?? 'none'
  return {
    code,
    message: spec.message,
    outcome,
    status: spec.status ?? STATUS[outcome],
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}
