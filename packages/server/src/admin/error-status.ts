import { analyticsErrors } from '@parakh/analytics'
import { coreErrors, isParakhError } from '@parakh/core'
import { fundingErrors } from '@parakh/funding'
import { invoicingErrors } from '@parakh/invoicing'
import { plansErrors } from '@parakh/plans'
import { resaleErrors } from '@parakh/resale'
import { storeErrors } from '@parakh/store'
import { AdminFault, notFound } from './admin-fault.ts'
import type { AdminRoute } from './admin-route.ts'
import type { AdminViewer } from './admin-viewer.ts'
import { invalidFields } from './request-parts.ts'

/** The status of codes whose suffix does not determine it. */
const STATUS: Readonly<Record<string, number>> = {
  ACCOUNT_PARENT_NOT_ALLOWED: 422,
  FUNDING_GATEWAY_DENIED: 503,
  FUNDING_GATEWAY_REFUSED: 422,
  FUNDING_GATEWAY_UNAVAILABLE: 503,
  KYC_MOVE_NOT_ALLOWED: 409,
  PLAN_FEATURE_REQUIRED: 403,
  PLAN_NOT_AFFORDABLE: 402,
  STORE_UNAVAILABLE: 503,
  STORE_CLOSED: 503,
  WALLET_CANNOT_ALERT: 409,
  WALLET_CANNOT_CREDIT: 409,
  WALLET_UNAVAILABLE: 503,
  MONEY_STOPPED: 503,
  MONEY_IN_RECOVERY: 503,
}
const BY_END: readonly (readonly [RegExp, number])[] = [
  [/_NOT_FOUND$/, 404],
  [/^INVALID_|_INVALID$|_NOT_ALLOWED$|_TOO_(SMALL|LARGE|LONG|SHORT|LOW|HIGH)$/, 422],
  [/_(REUSED|EXISTS|IN_USE|TAKEN|USED)$|^ALREADY_|_ALREADY_/, 409],
]

/**
 * The error response for a thrown value. An unexpected error is answered 500 without details.
 *
 * @param viewerId The credential's account; null: an operator.
 */
export function faultOf(
  error: unknown,
  route: Pick<AdminRoute, 'errors'>,
  viewerId: AdminViewer['accountId'],
): AdminFault {
  if (error instanceof AdminFault) return error
  if (!isParakhError(error)) return internal()
  const { code, message } = error
  if (code === 'CURSOR_INVALID') return invalidFields({ cursor: 'must be the next_cursor of the page before' })
  const status = route.errors?.[code] ?? STATUS[code] ?? ruleStatus(code)
  if (status === undefined) return internal()
  // For an account, unknown ids have the common 404, whatever the code.
  if (status === 404 && viewerId !== null) return notFound()
  return new AdminFault({ status, code, message })
}

const FEATURE_TABLES = [
  ...[coreErrors, storeErrors, plansErrors, fundingErrors],
  ...[invoicingErrors, resaleErrors, analyticsErrors],
]
/** Errors of the host itself, which the caller cannot fix. */
const INFRASTRUCTURE =
  /^(ARCHIVE|BACKUP|DATABASE|DURABILITY|LEDGER|MASTER_KEY|OPERATION|PEPPER|SCHEMA|SEALED|TABLE_PREFIX)_|^INVALID_(CONFIGURATION|OPTIONS)$/

/** The status by the suffix of the code; 409 for other known codes; undefined for unknown ones. */
function ruleStatus(code: string): number | undefined {
  if (INFRASTRUCTURE.test(code)) return undefined
  const isRule = FEATURE_TABLES.some(({ codes }) => Object.hasOwn(codes, code))
  return BY_END.find(([end]) => end.test(code))?.[1] ?? (isRule ? 409 : undefined)
}

/** The answer to an unexpected error. */
export const internal = (): AdminFault =>
  new AdminFault({ status: 500, code: 'INTERNAL_ERROR', message: 'Unexpected error' })
