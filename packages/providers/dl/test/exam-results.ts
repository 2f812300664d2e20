/** What the source says of a request, naming it by its reference alone: a slot. */
export const SLOT = { ll_application_no: null, exam_status: 'SCHEDULED', exam_date: '2026-11-18' } as const
/** Passed, and the learner's licence is not printed yet. */
export const PASSED = { ...SLOT, exam_status: 'PASSED', score: 13, total_questions: 15, attempts: 1 } as const
/** Passed, and here is the licence. */
export const LICENSED = {
  ...PASSED,
  ll_number: 'MH12/0012345/2026',
  ll_valid_from: '2026-11-18',
  ll_valid_upto: '2027-05-17',
} as const
/** A status and nothing more. */
export const named = (exam_status: 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'PENDING') =>
  ({ ll_application_no: null, exam_status }) as const
/** More than the time between two questions for results. */
export const AN_HOUR_MS = 3_601_000
/** What a caller of ll-exam-status gets where nothing is known. */
export const NOT_FOUND = { status: 400, outcome: 'none', body: { status: '404', message: 'record not found' } }
