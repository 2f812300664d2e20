import { describe, expect, it } from 'vitest'
import { retry } from './retry.ts'

const busy = (): Error => Object.assign(new Error('SQLITE_BUSY: a value'), { code: 'SQLITE_BUSY' })
const isRetryable = (error: unknown): boolean => error instanceof Error && 'code' in error

describe('retry', () => {
  it('tries again what was busy, until it succeeds', async () => {
    let tries = 0
    const attempt = async (): Promise<number> => {
      if (++tries < 3) throw busy()
      return tries
    }
    expect(await retry(attempt, { withinMs: 5_000, isRetryable })).toBe(3)
  })

  it('throws at once what is not worth another try', async () => {
    let tries = 0
    const attempt = async (): Promise<never> => {
      tries++
      throw new TypeError('no')
    }
    await expect(retry(attempt, { withinMs: 5_000, isRetryable })).rejects.toThrow('no')
    expect(tries).toBe(1)
  })

  it('gives up when the time is over, and tells the code but no values', async () => {
    const attempt = () => Promise.reject(busy())
    const given = retry(attempt, { withinMs: 20, isRetryable })
    await expect(given).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(given).rejects.toThrow(/SQLITE_BUSY: another program has locked the SQLite file\)$/)
  })
})
