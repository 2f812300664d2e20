import { inr, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { type StoreTrial, WIDE_LIMITS } from './store-trial.ts'

const repeat = async <T>(count: number, act: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let done = 0; done < count; done += 1) results.push(await act())
  return results
}

/** Both rate windows, and calls in flight (decisions.md section 4). */
export function rateWindowTests(trial: () => StoreTrial): void {
  const tooMany = { kind: 'refused', code: 'RATE_LIMIT_EXCEEDED' }

  it('admits exactly the limit, and counts down', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 3 }
    const admissions = await repeat(4, () => trial().admit(payer, { limits }))
    expect(admissions.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'admitted', 'refused'])
    expect(admissions.slice(0, 3).map(({ rate }) => rate)).toEqual([
      { limit: 3, remaining: 2 },
      { limit: 3, remaining: 1 },
      { limit: 3, remaining: 0 },
    ])
    expect(admissions[3]).toMatchObject({ ...tooMany, rate: { limit: 3, remaining: 0 } })
  })

  it('admits exactly 10 of 64 concurrent calls with a limit of 10', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 10 }
    const admissions = await Promise.all(Array.from({ length: 64 }, () => trial().admit(payer, { limits })))
    expect(admissions.filter(({ kind }) => kind === 'admitted')).toHaveLength(10)
  })

  it('says after how many seconds a call passes: one just before does not', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 3 }
    trial().alignToSecond()
    await repeat(2, () => trial().admit(payer, { limits }))
    trial().clock.advance(30_000)
    await trial().admit(payer, { limits })
    const refused = await trial().admit(payer, { limits })
    expect(refused).toMatchObject({ ...tooMany, retryAfter: 31 })
    trial().clock.advance(31_000 - 1)
    expect(await trial().admit(payer, { limits })).toMatchObject({ ...tooMany, retryAfter: 1 })
    trial().clock.advance(1)
    const later = await repeat(3, () => trial().admit(payer, { limits }))
    // The two of the first second are gone, the one 30 s later still counts.
    expect(later.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'refused'])
  })

  it('never lets more calls in than the limit within any 60 s', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 2 }
    trial().alignToSecond()
    trial().clock.advance(999)
    await repeat(2, () => trial().admit(payer, { limits }))
    trial().clock.advance(59_999)
    expect(await trial().admit(payer, { limits })).toMatchObject(tooMany)
    trial().clock.advance(1_000)
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted' })
  })

  it('counts the calls of all endpoints together besides, and answers with the tighter window', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 2, total: 3 }
    const ask = (endpoint: string) => trial().admit(payer, { limits, endpoint })
    expect((await ask('first')).rate).toEqual({ limit: 2, remaining: 1 })
    expect((await ask('second')).rate).toEqual({ limit: 2, remaining: 1 })
    expect((await ask('second')).rate).toMatchObject({ remaining: 0 })
    expect(await ask('third')).toMatchObject({ ...tooMany, rate: { limit: 3, remaining: 0 } })
  })

  it('says when each key made the last call that counts, to the second, however long ago', async () => {
    const payer = await trial().payer(zero)
    const { accountId, environment } = payer
    const { keys } = trial().store
    const { key: unused } = await keys.create({ accountId, environment })
    const used = async () => [...(await keys.lastUsed([payer.key.id, unused.id, 'nobody']))]
    expect(await used()).toEqual([])
    trial().alignToSecond()
    await trial().admit(payer, { endpoint: 'first' })
    trial().clock.advance(30_000)
    const last = trial().clock.now()
    trial().clock.advance(999)
    const limits = { ...WIDE_LIMITS, endpoint: 1 }
    await trial().admit(payer, { endpoint: 'second', limits })
    trial().clock.advance(9_000)
    expect(await trial().admit(payer, { endpoint: 'second', limits })).toMatchObject(tooMany)
    trial().clock.advance(3 * 86_400_000)
    expect(await used()).toEqual([[payer.key.id, last]])
    expect(await keys.lastUsed([])).toEqual(new Map())
  })

  it('counts the calls of each key by themselves', async () => {
    const payer = await trial().payer(zero)
    const { accountId, environment } = payer
    const { key } = await trial().store.keys.create({ accountId, environment })
    const limits = { ...WIDE_LIMITS, total: 1 }
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted' })
    expect(await trial().admit({ ...payer, key }, { limits })).toMatchObject({ kind: 'admitted' })
    expect(await trial().admit(payer, { limits })).toMatchObject(tooMany)
  })

  it('does not count what it refused as too many', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 1 }
    trial().alignToSecond()
    await trial().admit(payer, { limits })
    trial().clock.advance(30_000)
    await repeat(5, () => trial().admit(payer, { limits }))
    trial().clock.advance(31_000)
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted' })
  })

  it('counts replays, and calls that lack funds', async () => {
    const payer = await trial().payer(inr('1'))
    const limits = { ...WIDE_LIMITS, endpoint: 3 }
    await trial().pay(payer, inr('1'), { limits, requestId: 'first' })
    expect(await trial().admit(payer, { limits, requestId: 'first' })).toMatchObject({
      kind: 'replay',
      rate: { remaining: 1 },
    })
    expect(await trial().admit(payer, { limits, price: inr('1') })).toMatchObject({ rate: { remaining: 0 } })
    expect(await trial().admit(payer, { limits })).toMatchObject(tooMany)
  })

  it('does not count a call again that was counted on an earlier try', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 2 }
    await trial().admit(payer, { limits })
    await repeat(3, () => trial().admit(payer, { limits, alreadyCounted: true }))
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted', rate: { remaining: 0 } })
  })

  it('limits the calls in flight, until one of them ends', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, inFlight: 2 }
    const [first] = await repeat(2, () => trial().hold(payer, { limits }))
    expect(await trial().admit(payer, { limits })).toMatchObject({ ...tooMany, retryAfter: 1 })
    if (first) await trial().settle(first)
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted' })
  })

  it('does not count what it refused for the calls in flight', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 3, inFlight: 1 }
    const call = await trial().hold(payer, { limits })
    await repeat(5, () => trial().admit(payer, { limits }))
    await trial().settle(call)
    expect(await trial().admit(payer, { limits })).toMatchObject({ kind: 'admitted', rate: { limit: 3, remaining: 1 } })
  })

  it('counts refusals and calls, and refuses both until the window has passed', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 3 }
    trial().alignToSecond()
    expect(await trial().refuse(payer, { limits })).toMatchObject({ rate: { limit: 3, remaining: 2 }, active: true })
    await trial().admit(payer, { limits })
    expect(await trial().refuse(payer, { limits })).toMatchObject({ rate: { limit: 3, remaining: 0 } })
    trial().clock.advance(61_000 - 1)
    const full = { rate: { limit: 3, remaining: 0 }, refused: { retryAfter: 1, window: 'endpoint' } }
    expect(await trial().refuse(payer, { limits })).toMatchObject(full)
    expect(await trial().admit(payer, { limits })).toMatchObject({ ...tooMany, retryAfter: 1, window: 'endpoint' })
    trial().clock.advance(1)
    const { refused, rate } = await trial().refuse(payer, { limits })
    expect([refused, rate]).toEqual([undefined, { limit: 3, remaining: 2 }])
  })

  it('counts refusals of every endpoint in the window of the key, and says which window is full', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 2, total: 3 }
    for (const endpoint of ['first', 'second', 'second']) await trial().refuse(payer, { limits, usage: { endpoint } })
    expect(await trial().admit(payer, { limits, endpoint: 'third' })).toMatchObject({ ...tooMany, window: 'total' })
    expect(await trial().refuse(payer, { limits, usage: { endpoint: 'second' } })).toMatchObject({
      refused: { window: 'total' },
    })
  })

  it('writes nothing of a refusal whose window is full', async () => {
    const payer = await trial().payer(zero)
    const limits = { ...WIDE_LIMITS, endpoint: 2 }
    await repeat(5, () => trial().refuse(payer, { limits }))
    const { accountId, environment } = payer
    const { rows } = await trial().store.usageLog.page(payer, { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 10 })
    expect(rows).toHaveLength(2)
    const { total } = await trial().store.usage.counts(accountId, environment, trial().clock.now())
    expect(total).toBe(2)
  })

  it('counts an aggregated row of refusals by its number of calls', async () => {
    const payer = await trial().payer(zero)
    const { accountId, environment } = payer
    const usage = trial().usage(payer, { calls: 40, outcome: 'refused', status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    await trial().store.billing.log({ kind: 'log', accountId, environment, at: trial().at, usage })
    await trial().store.billing.log({
      kind: 'log',
      accountId,
      environment,
      at: trial().at,
      usage: trial().usage(payer),
    })
    expect(await trial().store.usage.counts(accountId, environment, trial().clock.now())).toEqual({
      today: 41,
      total: 41,
    })
    const query = { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 10, outcome: 'refused' } as const
    expect(await trial().store.usageLog.page(payer, query)).toMatchObject({ rows: [{ calls: 40 }] })
  })

  it('counts the calls of all keys of an account together, where accounts are limited', async () => {
    const payer = await trial().payer(zero)
    const { accountId, environment } = payer
    const other = { ...payer, key: (await trial().store.keys.create({ accountId, environment })).key }
    const limits = { ...WIDE_LIMITS, account: 3 }
    trial().alignToSecond()
    expect(await trial().admit(payer, { limits })).toMatchObject({ rate: { limit: 3, remaining: 2 } })
    expect(await trial().admit(other, { limits })).toMatchObject({ rate: { limit: 3, remaining: 1 } })
    expect(await trial().refuse(other, { limits })).toMatchObject({ rate: { limit: 3, remaining: 0 } })
    expect(await trial().admit(payer, { limits })).toMatchObject({ ...tooMany, window: 'account', retryAfter: 61 })
    expect(await trial().admit(payer, { limits: WIDE_LIMITS })).toMatchObject({ kind: 'admitted' })
    trial().clock.advance(61_000)
    expect(await trial().admit(other, { limits })).toMatchObject({ rate: { limit: 3, remaining: 2 } })
  })
}
