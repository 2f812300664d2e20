import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { outbox } from '../../test/outbox.ts'
import otp from '../index.ts'

const WIDE = { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 100 }

/** A code on its way in production, and tries of it. */
async function sent(options: NonNullable<Parameters<typeof otp>[0]> = {}) {
  const box = outbox()
  const test = await createTestHost({ plugins: [otp({ ...options, live: box.source })], settings: { limits: WIDE } })
  const { host, keys } = test
  await host.call('send-otp', { email: 'asha.rao@example.com' }, keys.production)
  const [{ reference, code } = { reference: '', code: '' }] = box.state.sent
  const wrong = code === '000000' ? '000001' : '000000'
  const check = (given: string, key = keys.production) =>
    host.call('verify-otp', { otp_id: reference, otp: given }, key)
  return { ...test, box: box.state, reference, code, wrong, check }
}
const EXPIRED = { status: 404, code: 'OTP_EXPIRED', outcome: 'none' }

describe('verify-otp', () => {
  it('takes the right code once, for nothing', async () => {
    const { host, check, code, store, account } = await sent()
    const before = (await store.wallet.balance(account.id, 'production')).balance
    const reply = await check(code)
    expect(reply.body).toMatchObject({ success: true, message: 'OTP checked', data: { verified: true } })
    expect(await check(code)).toMatchObject(EXPIRED)
    expect((await store.wallet.balance(account.id, 'production')).balance).toBe(before)
    await host.stop()
  })

  it('answers a wrong code, counts it, and takes the right one at the last try', async () => {
    const { host, check, code, wrong } = await sent()
    for (const left of [4, 3, 2, 1]) expect((await check(wrong)).data).toEqual({ verified: false, attempts_left: left })
    expect((await check(code)).data).toEqual({ verified: true })
    await host.stop()
  })

  it('is over after five wrong tries, for the right code too', async () => {
    const { host, check, code, wrong } = await sent()
    for (let tried = 1; tried <= 4; tried += 1) await check(wrong)
    expect((await check(wrong)).data).toEqual({ verified: false, attempts_left: 0 })
    const reply = await check(code)
    expect(reply).toMatchObject(EXPIRED)
    expect(reply.body).toMatchObject({ success: false, error: { code: 'OTP_EXPIRED' }, meta: { charged: 0 } })
    await host.stop()
  })

  it('is over when the code has expired', async () => {
    const { host, check, code, wrong, clock } = await sent()
    clock.advance(299_999)
    expect((await check(wrong)).status).toBe(200)
    clock.advance(1)
    expect(await check(code)).toMatchObject(EXPIRED)
    await host.stop()
  })

  it('counts five of 20 wrong tries at the same time, and takes nothing after them', async () => {
    const { host, check, code, wrong } = await sent()
    const replies = await Promise.all(Array.from({ length: 20 }, () => check(wrong)))
    const answers = replies.filter(({ status }) => status === 200).map(({ data }) => Object(data).attempts_left)
    expect(answers.sort()).toEqual([0, 1, 2, 3, 4])
    expect(replies.filter(({ code: error }) => error === 'OTP_EXPIRED')).toHaveLength(15)
    expect(await check(code)).toMatchObject(EXPIRED)
    await host.stop()
  })

  it('takes the right code once of 20 at the same time', async () => {
    const { host, check, code } = await sent()
    const replies = await Promise.all(Array.from({ length: 20 }, () => check(code)))
    expect(replies.filter(({ data }) => Object(data).verified === true)).toHaveLength(1)
    expect(replies.filter(({ code: error }) => error === 'OTP_EXPIRED')).toHaveLength(19)
    await host.stop()
  })

  it('lets no mixture of tries at the same time count more than five or succeed twice', async () => {
    const { host, check, code, wrong } = await sent()
    const tries = [...Array(10).fill(wrong), code, ...Array(10).fill(wrong), code]
    const replies = await Promise.all(tries.map((given) => check(given)))
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
    expect(replies.filter(({ data }) => Object(data).verified === true).length).toBeLessThanOrEqual(1)
    await host.stop()
  })

  it('answers a try that is sent again from what is stored, and counts it once', async () => {
    const { host, keys, reference, wrong, check } = await sent()
    const input = { otp_id: reference, otp: wrong }
    const again = () => host.call('verify-otp', input, keys.production, { requestId: 'one' })
    expect((await again()).data).toEqual({ verified: false, attempts_left: 4 })
    expect(await again()).toMatchObject({ outcome: 'replay', data: { attempts_left: 4 } })
    expect((await check(wrong)).data).toEqual({ verified: false, attempts_left: 3 })
    await host.stop()
  })

  it('knows no code of another environment, and no hash that was moved to another code', async () => {
    const { host, box, check, code, keys, reference, store } = await sent()
    expect(await check(code, keys.sandbox)).toMatchObject(EXPIRED)
    await host.call('send-otp', { email: 'kabir.menon@example.org' }, keys.production)
    const second = box.sent[1]?.reference ?? ''
    const rows = [...store.tables.records.values()]
    const valueIn = (id: string) => JSON.parse(rows.find(({ row }) => row.id === id)?.row.value ?? '{}')
    for (const { row } of rows)
      if (row.id === second)
        Object.assign(row, { value: JSON.stringify({ ...valueIn(second), hash: valueIn(reference).hash }) })
    const moved = await host.call('verify-otp', { otp_id: second, otp: code }, keys.production)
    expect(moved.data).toEqual({ verified: false, attempts_left: 4 })
    await host.stop()
  })

  it('answers each branch of the sandbox however often it is asked', async () => {
    const { host, keys } = await sent()
    const check = async (otp_id: string, given = '111000') => {
      const { status, data } = await host.call('verify-otp', { otp_id, otp: given }, keys.sandbox)
      return [status, data]
    }
    for (let round = 0; round < 3; round += 1) {
      expect(await check('sandbox-otp')).toEqual([200, { verified: true }])
      expect(await check('sandbox-otp', '000000')).toEqual([200, { verified: false, attempts_left: 4 }])
      expect(await check('sandbox-otp-last-attempt', '000000')).toEqual([200, { verified: false, attempts_left: 0 }])
      for (const id of ['used', 'expired', 'exhausted']) expect(await check(`sandbox-otp-${id}`)).toEqual([404, null])
    }
    await host.stop()
  })
})
