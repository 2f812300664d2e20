import { chosenSeed } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { walkInMemory, walkOnBoth } from '../test/books/take-walks.ts'

const seed = chosenSeed()
const HOUR_MS = 3_600_000

/** Every end that the steps are there to reach. */
const TO_BE_REACHED = [
  ...['pay: accepted', 'capture: suspense', 'transfer: submitted', 'transfer: FUNDING_REFERENCE_USED'],
  ...['approve: credited', 'approve: rejected', 'assign: assigned', 'assign: FUNDING_STATE'],
  ...['refund: accepted', 'refund: suspense', 'dispute-opened: accepted', 'dispute-won: accepted'],
  ...['dispute-lost: accepted', 'dispute-lost: suspense', 'chargeback: charged_back'],
  ...['release: credited', 'release: charged_back', 'status: suspended', 'status: closed', 'status: ACCOUNT_OWES'],
  ...['sale: answer: done', 'sale: INSUFFICIENT_BALANCE', 'sale: ACCOUNT_SUSPENDED', 'call: held'],
  ...['order-sale: pending: done', 'order-sale: accepted: done', 'call: held a unit', 'wait: released'],
  ...['settle: answer: done', 'settle: pending: done', 'settle: accepted: done', 'settle: none: done'],
  ...['settle: failed: done', 'settle: pending: lost', 'again: answer: done', 'again: pending: done'],
  ...['repeat: replay', 'repeat: running', 'repeat: REQUEST_ID_REUSED', 'repeat: admitted again'],
  ...['result: completed: done', 'result: failed: done', 'result: completed: lost', 'result: failed: lost'],
  ...['give-back: done', 'give-back: lost', 'given back after its commission was clawed back'],
  ...['convert: converted', 'convert: duplicate', 'convert: REFERENCE_REUSED', 'convert: COMMISSION_TOO_LITTLE'],
  ...['settlement: 1 transferred, 0 recovered', 'settlement: 1 transferred, 1 recovered'],
  ...['settlement: 0 transferred, 1 recovered', 'allot: allotted', 'allot: duplicate', 'allot: REFERENCE_REUSED'],
  ...['allot: ALLOTMENT_TOO_HIGH', 'allot: ALLOTMENT_NOT_ALLOWED', 'move: moved', 'moved while a call is open'],
  ...['subscribe: active', 'change-plan: active', 'cancel-plan: active', 'cancel-plan: ended'],
  ...['renew: 1 renewed, 0 in grace, 0 ended', 'renew: 0 renewed, 1 in grace, 0 ended'],
  ...['renew: 0 renewed, 0 in grace, 1 ended', 'clawback of commission', 'refund of commission'],
  ...['conversion of wallet', 'recovery of wallet', 'recovery of receivable', 'repayment of receivable'],
  ...['adjustment of wallet', 'adjustment of receivable', 'allotment of wallet'],
]

describe('a dishonest customer and its resellers together', { timeout: 2 * HOUR_MS }, () => {
  it('never have more than was paid in, allotted and finally earned, over 100,000 walks', async () => {
    const reached = await walkInMemory({ walks: 100_000, seed })
    expect(TO_BE_REACHED.filter((what) => !reached.has(what))).toEqual([])
  })

  it('come to the same on a store as by the rules in memory, over 300 walks', async () => {
    await walkOnBoth({ walks: 300, seed })
  })
})
