import { CALL_ERRORS, type CallErrorCode, type Outcome } from '@parakh/core'
import type { HostedEndpoint } from '@parakh/kernel'

/** A possible error of an operation. */
export interface DocumentedFault {
  readonly code: string
  readonly message: string
  readonly outcome: Exclude<Outcome, 'answer'>
  /** The HTTP status in the envelope. */
  readonly status: number
  /** The status before the envelope. */
  readonly declared: number
}

const STATUS_OF_OUTCOME = { none: 404, failed: 503, refused: 400 } as const

/** Whether it has a write operation. */
const writes = ({ uses }: HostedEndpoint['endpoint']): boolean =>
  Object.values(uses?.operations ?? {}).some(({ effect }) => effect === 'write')

/** The host's errors that an endpoint may have. */
function hostCodes({ endpoint, schemes, billable }: HostedEndpoint): readonly CallErrorCode[] {
  const identified = schemes.length > 0
  const asksForKeys = schemes.some(({ proves }) => proves === 'key')
  const when = (condition: boolean, ...codes: CallErrorCode[]): readonly CallErrorCode[] => (condition ? codes : [])
  return [
    'BAD_REQUEST',
    'INVALID_REQUEST_ID',
    'SECRET_IN_URL',
    ...new Set([...when(asksForKeys, 'INVALID_API_KEY'), ...schemes.map(({ refusal }) => refusal)]),
    ...when(billable, 'INSUFFICIENT_BALANCE'),
    ...when(identified, 'ACCOUNT_SUSPENDED', 'API_NOT_PERMITTED', 'MODULE_NOT_ACTIVATED'),
    ...when(identified && endpoint.replay !== false, 'API_NOT_PURCHASED'),
    ...when(endpoint.replay !== false, 'REQUEST_IN_PROGRESS', 'REQUEST_ID_EXPIRED'),
    ...when(endpoint.method === 'POST', 'PAYLOAD_TOO_LARGE'),
    'VALIDATION_FAILED',
    ...when(endpoint.consent !== undefined, 'CONSENT_REQUIRED', 'CONSENT_INVALID'),
    ...when(endpoint.replay !== false, 'REQUEST_ID_REUSED'),
    ...when(endpoint.uses !== undefined, 'UPSTREAM_UNPROCESSABLE'),
    ...when(identified, 'RATE_LIMIT_EXCEEDED'),
    'INTERNAL_ERROR',
    ...when(billable, 'MONEY_STOPPED', 'MONEY_IN_RECOVERY'),
    ...when(endpoint.uses !== undefined, 'UPSTREAM_UNAVAILABLE'),
    ...when(writes(endpoint), 'OUTCOME_UNKNOWN'),
    'SERVICE_OVERLOADED',
    'SERVICE_UNAVAILABLE',
  ]
}

/** Every error of an operation, with its status in the envelope. */
export function faultsOf(hosted: HostedEndpoint): readonly DocumentedFault[] {
  const { endpoint, envelope, auth } = hosted
  const own = Object.entries({ ...endpoint.errors, ...policyErrors(auth) }).map(([code, spec]) => {
    const outcome = spec.outcome ?? 'none'
    return { code, message: spec.message, outcome, declared: spec.status ?? STATUS_OF_OUTCOME[outcome] }
  })
  const shared = hostCodes(hosted).map((code) => {
    const { status, ...rest } = CALL_ERRORS[code]
    return { code, ...rest, declared: status }
  })
  return [...own, ...shared].map((fault) => ({
    ...fault,
    status: envelope.statusOf({ code: fault.code, outcome: fault.outcome, status: fault.declared }),
  }))
}

/** The codes of the endpoint's own auth policy. */
function policyErrors({ codes = {} }: HostedEndpoint['auth']): HostedEndpoint['endpoint']['errors'] {
  return Object.fromEntries(
    Object.values(codes).map(({ code, ...spec }) => [code, { outcome: 'refused' as const, ...spec }]),
  )
}
