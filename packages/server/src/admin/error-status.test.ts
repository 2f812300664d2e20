import analytics, { analyticsErrors } from '@parakh/analytics'
import { coreErrors, ParakhError } from '@parakh/core'
import funding, { fundingErrors } from '@parakh/funding'
import invoicing, { invoicingErrors } from '@parakh/invoicing'
import plans, { plansErrors } from '@parakh/plans'
import resale, { resaleErrors } from '@parakh/resale'
import { storeErrors } from '@parakh/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { faultOf } from './error-status.ts'

let test: AdminForTest
beforeAll(async () => {
  test = await adminForTest({ plugins: [plans({ offered: {} }), funding(), invoicing(), resale(), analytics()] })
})
afterAll(() => test.close())
const faultFor = (error: unknown, { viewerId = null as string | null, errors = {} } = {}) =>
  faultOf(error, { viewerId, statusOf: (code) => test.host.errorStatus(code, errors) })
const statusOf = (code: string): number => faultFor(new ParakhError(code, 'why')).status

const FEATURES = [plansErrors, fundingErrors, invoicingErrors, resaleErrors, analyticsErrors]

describe('the status of an error', () => {
  it.each([
    ['ACCOUNT_NOT_FOUND', 404],
    ['REFERENCE_REUSED', 409],
    ['KYC_REQUIRED', 409],
    ['KYC_MOVE_NOT_ALLOWED', 409],
    ['CURSOR_INVALID', 422],
    ['INVALID_AMOUNT', 422],
    ['STORE_UNAVAILABLE', 503],
    ['DATABASE_IN_USE', 500],
    ['MASTER_KEY_INVALID', 500],
    ['NOBODY_KNOWS_THIS', 500],
  ])('of %s is %i', (code, status) => {
    expect(statusOf(code)).toBe(status)
  })

  it('is one that a caller can act on, for every rule of the business', () => {
    for (const code of FEATURES.flatMap(({ codes }) => Object.keys(codes)))
      expect([code, statusOf(code)]).not.toEqual([code, 500])
  })

  it('goes by the route first', () => {
    expect(faultFor(coreErrors.error('INVALID_REASON'), { errors: { INVALID_REASON: 409 } }).status).toBe(409)
  })

  it('hides unexpected errors', () => {
    for (const error of [new Error('select * from secrets'), storeErrors.error('MASTER_KEY_UNKNOWN', { id: '7' })])
      expect(faultFor(error)).toMatchObject({ code: 'INTERNAL_ERROR', message: 'Unexpected error' })
  })

  it('of what does not exist is the same for every account', () => {
    for (const code of ['ACCOUNT_NOT_FOUND', 'KEY_NOT_FOUND'])
      expect(faultFor(new ParakhError(code, 'of id 5'), { viewerId: 'a-1' })).toMatchObject({
        ...{ status: 404, code: 'NOT_FOUND', message: 'There is nothing of this id' },
      })
  })
})
