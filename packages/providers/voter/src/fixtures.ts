import { PERSONS } from '@parakh/core/sandbox-people'

/**
 * The cards of the sandbox. They cannot exist: the check digit of each current number is wrong, no state has the code XX, and no
 * mobile number begins with 0 (decisions.md section 6).
 */
export const CARDS = {
  asha: { epic: 'XXA0000001', mobile: PERSONS.asha.mobile },
  kabir: { epic: 'XXA0000002', mobile: PERSONS.kabir.mobile },
  old: { epic: 'XX/00/000/000001', mobile: PERSONS.asha.mobile },
  atOnce: { epic: 'XXA0000003', mobile: '0000000003' },
  failsLater: { epic: 'XXA0000004', mobile: '0000000004' },
  refused: { epic: 'XXA0000005', mobile: '0000000005' },
  notFound: { epic: 'XXA0000006', mobile: '0000000006' },
  failure: { epic: 'XXA0000007', mobile: '0000000007' },
  throttled: { epic: 'XXA0000008', mobile: '0000000008' },
} as const

/** Results of a request by its reference alone: it serves whatever card a caller of the sandbox asks about. */
export const RESULTS = {
  pending: { epic: null, state: 'pending' },
  completed: { epic: null, state: 'completed' },
  failed: { epic: null, state: 'failed' },
} as const
