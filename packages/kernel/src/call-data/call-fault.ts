import {
  boundedFields,
  boundedText,
  CALL_ERRORS,
  type CallErrorCode,
  type ErrorSpec,
  type Outcome,
  type RateState,
} from '@parakh/core'

/** The error with which a call ends. */
export interface CallFault {
  readonly code: string
  readonly message: string
  readonly status: number
  readonly outcome: Exclude<Outcome, 'answer'>
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** The reference of the earlier call that this one repeats under another request id. */
  readonly refId?: string
  /** Whole seconds. */
  readonly retryAfter?: number
  readonly rate?: RateState | null
}

/** Thrown to end a call before its provider was asked; internal to the kernel. */
export class CallRefusal extends Error {
  override readonly name = 'CallRefusal'
  /** @param logged True: its usage row was written already. */
  constructor(
    readonly fault: CallFault,
    readonly logged = false,
  ) {
    super(fault.code)
  }
}

type More = Partial<Pick<CallFault, 'message' | 'fields' | 'retryAfter' | 'rate'>>

/** The message for one field. */
const MOST_TEXTS = 5

/** An error of the host. */
export function hostFault(code: CallErrorCode, more: More = {}): CallFault {
  const fault = { code, ...CALL_ERRORS[code], ...more }
  if (!more.fields) return fault
  const { fields, note } = boundedFields(more.fields, (texts) => texts.slice(0, MOST_TEXTS).map(boundedText))
  return { ...fault, fields, message: `${fault.message}${note}` }
}

/** A refusal with an error of the host. */
export const refuse = (code: CallErrorCode, more: More = {}): CallRefusal => new CallRefusal(hostFault(code, more))

const STATUS: Readonly<Record<Exclude<Outcome, 'answer'>, number>> = { none: 404, failed: 503, refused: 400 }

/** An error that an endpoint declared. The default status follows from the outcome. */
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
