import { describe, expect, it } from 'vitest'
import { isRetryablePostgres } from './retryable-postgres.ts'

const coded = (code: string, more: object = {}): Error => Object.assign(new Error('trouble'), { code, ...more })

describe('trouble of PostgreSQL', () => {
  it.each(['40001', '40P01', '55P03', '57P01', '57P03', '08006', '53100', '25P03', '57014', '58030', 'ECONNRESET'])(
    'is worth another try: %s',
    (code) => expect(isRetryablePostgres(coded(code))).toBe(true),
  )

  it.each([
    'Connection terminated unexpectedly',
    'COMMIT; - Client has encountered a connection error and is not queryable',
    'select 1 - Connection terminated unexpectedly',
  ])('is known without a code, with and without the statement that knex writes before it: %s', (message) =>
    expect(isRetryablePostgres(new Error(message))).toBe(true),
  )

  it('is no fault of a statement or of a row', () => {
    expect(isRetryablePostgres(coded('23505'))).toBe(false)
    expect(isRetryablePostgres(coded('42601'))).toBe(false)
    expect(isRetryablePostgres(new TypeError('no'))).toBe(false)
  })

  it('is a row whose month was made this moment, but not a wallet below zero', () => {
    expect(isRetryablePostgres(coded('23514'))).toBe(true)
    expect(isRetryablePostgres(coded('23514', { constraint: 'parakh_wallet_available' }))).toBe(false)
  })
})
