import { businessErrors } from '@parakh/business'
import { coreErrors, isParakhError } from '@parakh/core'
import { storeErrors } from '@parakh/store'
import { AdminFault, notFound } from './admin-fault.ts'
import type { AdminRoute } from './admin-route.ts'
import type { AdminViewer } from './admin-viewer.ts'
import { invalidFields } from './request-parts.ts'

/** Where the end of a code does not say it. */
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
  MONEY_STOPPED: 503,
  MONEY_IN_RECOVERY: 503,
}
const BY_END: readonly (readonly [RegExp, number])[] = [
  [/_NOT_FOUND$/, 404],
  [/^INVALID_|_INVALID$|_NOT_ALLOWED$|_TOO_(SMALL|LARGE|LONG|SHORT|LOW|HIGH)$/, 422],
  [/_(REUSED|EXISTS|IN_USE|TAKEN|USED)$|^ALREADY_|_ALREADY_/, 409],
]

/**
 * What an error is answered with. An error that is nobody's rule is one of ours, and says nothing of itself.
 *
 * @param viewerId The account that the credential speaks for; null: an operator.
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
  // An account learns nothing of ids from a code either.
  if (status === 404 && viewerId !== null) return notFound()
  return new AdminFault({ status, code, message })
}

/** Of the host itself: nothing that who asks could mend, and no rule. */
const INFRASTRUCTURE =
  /^(ARCHIVE|BACKUP|DATABASE|DURABILITY|LEDGER|MASTER_KEY|OPERATION|PEPPER|SCHEMA|SEALED|TABLE_PREFIX)_|^INVALID_(CONFIGURATION|OPTIONS)$/

/** By the end of a code; else a rule of ours stands against it. */
function ruleStatus(code: string): number | undefined {
  if (INFRASTRUCTURE.test(code)) return undefined
  const isRule = [coreErrors, storeErrors, businessErrors].some(({ codes }) => Object.hasOwn(codes, code))
  return BY_END.find(([end]) => end.test(code))?.[1] ?? (isRule ? 409 : undefined)
}

/** The answer to what should not have happened. */
export const internal = (): AdminFault =>
  new AdminFault({ status: 500, code: 'INTERNAL_ERROR', message: 'Unexpected error' })
