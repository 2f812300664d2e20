import { inr, Keys } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it, vi } from 'vitest'
import { outbox } from '../../test/outbox.ts'
import otp from '../index.ts'

const WIDE = { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 100 }
const ASHA = 'asha.rao@example.com'

/** A host with a sender of its own, and what a caller does with it. */
async function sending(options: NonNullable<Parameters<typeof otp>[0]> = {}, settings: object = {}) {
  const box = outbox()
  const plugins = [otp({ ...options, live: box.source })]
  const test = await createTestHost({ plugins, settings: { limits: WIDE, ...settings } })
  const { host, keys, store, account } = test
  const send = (email = ASHA, requestId?: string, key = keys.production) =>
    host.call('send-otp', { email }, key, requestId === undefined ? {} : { requestId })
  const spent = async () => inr('10000') - (await store.wallet.balance(account.id, 'production')).balance
  return { ...test, box: box.state, send, spent }
}

describe('send-otp', () => {
  it('sends six digits and answers what the caller must know', async () => {
    const { host, box, send, spent, keys } = await sending({ brand: 'Acme Verify' })
    const reply = await send(ASHA, 'one')
    const [sent] = box.sent
    expect(sent).toMatchObject({ to: ASHA, code: expect.stringMatching(/^[0-9]{6}$/) })
    expect(sent?.subject).toBe('Your one-time password for Acme Verify')
    expect(sent?.text).toContain(`${sent?.code} is your one-time password for Acme Verify. It holds for 5 minutes.`)
    expect(reply.body).toEqual({
      success: true,
      request_id: 'one',
      message: 'OTP sent',
      data: { otp_id: sent?.reference, email: 'a***@example.com', expires_in: 300, resend_after: 30, attempts_left: 5 },
    })
    expect(await spent()).toBe(inr('0.25'))
    const check = await host.call('verify-otp', { otp_id: sent?.reference, otp: sent?.code }, keys.production)
    expect(check.data).toEqual({ verified: true })
    await host.stop()
  })

  it('makes a code of its own for each call', async () => {
    const { host, box, send } = await sending()
    for (const name of ['asha', 'kabir', 'meera', 'dev']) await send(`${name}@example.com`)
    expect(new Set(box.sent.map(({ code }) => code)).size).toBeGreaterThan(1)
    await host.stop()
  })

  it('goes by its settings', async () => {
    const { host, box, send, clock } = await sending({
      ...{ expiresIn: 90, resendAfter: 10, attempts: 2, brand: 'Acme', subject: '{{ code }} for {{brand}}' },
      text: 'Code {{code}}, {{duration}}',
    })
    expect((await send()).data).toMatchObject({ expires_in: 90, resend_after: 10, attempts_left: 2 })
    const [sent] = box.sent
    expect(sent).toMatchObject({ subject: `${sent?.code} for Acme`, text: `Code ${sent?.code}, 90 seconds` })
    clock.advance(10_000)
    expect((await send()).status).toBe(200)
    await host.stop()
  })

  it('sends no more codes to one address in 24 hours than allowed, and those to others', async () => {
    const { host, box, send, clock, spent } = await sending({ addressPerDay: 3, resendAfter: 60 })
    for (let n = 0; n < 3; n += 1) {
      expect((await send()).status).toBe(200)
      clock.advance(60_000)
    }
    const refused = await send()
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'OTP_COOLDOWN', '86220'])
    expect((await send('kabir@example.com')).status).toBe(200)
    expect([box.sent.length, await spent()]).toEqual([4, inr('1')])
    clock.advance(86_220_000)
    expect((await send()).status).toBe(200)
    await host.stop()
  })

  it('sends nothing in the sandbox, charges it there, and takes 111000', async () => {
    const { host, box, send, keys, store, account } = await sending()
    const { balance } = await store.wallet.balance(account.id, 'sandbox')
    const reply = await send('new.person@example.com', 'one', keys.sandbox)
    expect(reply).toMatchObject({ status: 200, data: { email: 'n***@example.com' } })
    expect(box.sent).toEqual([])
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(balance - inr('0.25'))
    const otpId = Object(reply.data).otp_id
    const check = (otp: string) => host.call('verify-otp', { otp_id: otpId, otp }, keys.sandbox)
    expect((await check('111001')).data).toEqual({ verified: false, attempts_left: 4 })
    expect((await check('111000')).data).toEqual({ verified: true })
    expect(await check('111000')).toMatchObject({ status: 404, code: 'OTP_EXPIRED' })
    await host.stop()
  })

  it('tells nobody the address or the code: not the log, the usage, the events nor the records', async () => {
    const { host, box, send, logger, store } = await sending()
    await send()
    await send()
    box.behaviour = 'cannot-be-reached'
    await send('kabir.menon@example.org')
    box.behaviour = 'loses-the-reply'
    await send('kabir.menon@example.org')
    const { usage, events, records } = store.tables
    expect(records.size).toBeGreaterThan(2)
    const told = `${logger.text()}${JSON.stringify([usage, events, [...records]])}`
    expect(told).not.toMatch(/asha|kabir|example\.(com|org)/)
    for (const { code } of box.sent) expect(told).not.toContain(code)
    await host.stop()
  })
})

describe('the cooldown', () => {
  it('closes an address to an account for 30 seconds, in either case of its letters', async () => {
    const { host, box, send, clock, spent } = await sending()
    await send()
    clock.advance(1_500)
    const early = await send(ASHA.toUpperCase())
    expect(early).toMatchObject({
      status: 429,
      code: 'OTP_COOLDOWN',
      outcome: 'refused',
      headers: { 'retry-after': '29' },
    })
    expect(early.body).toMatchObject({ success: false, error: { code: 'OTP_COOLDOWN' }, meta: { charged: 0 } })
    expect((await send('kabir.menon@example.org')).status).toBe(200)
    clock.advance(28_499)
    expect((await send()).status).toBe(429)
    clock.advance(1)
    expect((await send()).status).toBe(200)
    expect(box.sent.map(({ to }) => to)).toEqual([ASHA, 'kabir.menon@example.org', ASHA])
    expect(await spent()).toBe(inr('0.75'))
    await host.stop()
  })

  it('is of one account, and of one environment', async () => {
    const { host, box, send, store } = await sending()
    const other = await store.accounts.create({ name: 'Other', role: 'developer' })
    await store.accounts.approveKyc(other.id)
    const wallet = { accountId: other.id, environment: 'production' } as const
    await store.wallet.credit({ ...wallet, amount: inr('1'), reference: 'r', actor: 't' })
    const { key, apiSecret } = await host.get(Keys).create(wallet)
    const [mine, theirs] = [await send(), await send(ASHA, 'one', { id: key.id, apiKey: key.publicId, apiSecret })]
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(box.sent).toHaveLength(2)
    await host.stop()
  })

  it('closes an address in the sandbox too, where resend_after says so', async () => {
    const { host, send, clock, keys, store, account } = await sending()
    const { balance } = await store.wallet.balance(account.id, 'sandbox')
    const play = (email: string) => send(email, undefined, keys.sandbox)
    const first = await play('new.person@example.com')
    const seconds = Object(first.data).resend_after
    clock.advance(1_000)
    expect(await play('New.Person@example.com')).toMatchObject({
      ...{ status: 429, code: 'OTP_COOLDOWN', headers: { 'retry-after': String(seconds - 1) } },
    })
    expect((await play('another.person@example.com')).status).toBe(200)
    clock.advance(seconds * 1_000 - 1_000)
    expect((await play('new.person@example.com')).status).toBe(200)
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(balance - inr('0.75'))
    await host.stop()
  })

  it('never closes an address of the catalogue, nor one whose scenario is forced', async () => {
    const { host, keys } = await sending()
    const play = (email: string, scenario?: string) =>
      host.call('send-otp', { email }, keys.sandbox, scenario === undefined ? {} : { scenario })
    for (const _ of [1, 2]) expect(await play(ASHA)).toMatchObject({ status: 200 })
    for (const _ of [1, 2]) expect(await play('new.person@example.com', 'success')).toMatchObject({ status: 200 })
    expect(await play('new.person@example.com')).toMatchObject({ status: 200 })
    expect(await play('new.person@example.com', 'success')).toMatchObject({ status: 200 })
    const forced = await play('third.person@example.com', 'cooldown')
    expect(forced).toMatchObject({ status: 429, code: 'OTP_COOLDOWN', headers: { 'retry-after': '30' } })
    const { data } = await play(ASHA)
    const check = await host.call('verify-otp', { otp_id: Object(data).otp_id, otp: '111000' }, keys.sandbox)
    expect(check.data).toEqual({ verified: true })
    await host.stop()
  })

  it('lets one of 20 calls at the same time send, whoever comes first', async () => {
    const { host, box, send, spent, store } = await sending()
    const replies = await Promise.all(Array.from({ length: 20 }, () => send()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(429)])
    expect(replies.filter(({ code }) => code === 'OTP_COOLDOWN')).toHaveLength(19)
    expect(box.sent).toHaveLength(1)
    expect(await spent()).toBe(inr('0.25'))
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('lets one of 20 calls at the same time send again, when an earlier cooldown has passed', async () => {
    const { host, box, send, clock } = await sending()
    await send()
    clock.advance(30_000)
    await Promise.all(Array.from({ length: 20 }, () => send()))
    expect(box.sent).toHaveLength(2)
    await host.stop()
  })

  it('answers a call that is sent again from what is stored, and sends nothing', async () => {
    const { host, box, send } = await sending()
    const replies = [await send(ASHA, 'one'), await send(ASHA, 'one')]
    expect(replies.map(({ outcome }) => outcome)).toEqual(['answer', 'replay'])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect(box.sent).toHaveLength(1)
    await host.stop()
  })
})

describe('a code that could not be sent', () => {
  it('closes the address to nobody where no byte left', async () => {
    const { host, box, send, spent } = await sending()
    box.behaviour = 'cannot-be-reached'
    expect(await send(ASHA, 'one')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    box.behaviour = 'accepts'
    expect(await send(ASHA, 'one')).toMatchObject({ status: 200, outcome: 'answer' })
    expect(await send(ASHA, 'two')).toMatchObject({ code: 'OTP_COOLDOWN' })
    expect(box.sent).toHaveLength(1)
    expect(await spent()).toBe(inr('0.25'))
    await host.stop()
  })

  it('is a definite no where nobody can be reached: stored, free, and not asked again', async () => {
    const { host, box, send, spent } = await sending()
    box.behaviour = 'refuses'
    const reply = await send(ASHA, 'one')
    expect(reply).toMatchObject({ status: 422, code: 'NOT_DELIVERABLE', outcome: 'none' })
    expect(await send(ASHA, 'one')).toMatchObject({ status: 422, outcome: 'replay' })
    expect(await send(ASHA, 'two')).toMatchObject({ status: 429, code: 'OTP_COOLDOWN' })
    expect(await spent()).toBe(0)
    await host.stop()
  })

  it.each(['loses-the-reply', 'hangs'] as const)(
    'counts as not sent where that is not known (%s): no second mail, and no charge',
    async (behaviour) => {
      const { host, box, send, spent, clock, store, account } = await sending({}, { deadlineMs: 300 })
      box.behaviour = behaviour
      expect(await send(ASHA, 'one')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
      expect(await send(ASHA, 'two')).toMatchObject({ status: 429, code: 'OTP_COOLDOWN' })
      box.behaviour = 'accepts'
      clock.advance(31_000)
      await host.start()
      const held = async () => (await store.wallet.balance(account.id, 'production')).held
      await vi.waitFor(async () => expect(await held()).toBe(0), { timeout: 60_000 })
      expect(box.sent).toHaveLength(1)
      expect(await spent()).toBe(0)
      expect(await send(ASHA, 'one')).toMatchObject({ status: 200, outcome: 'answer' })
      expect(box.sent).toHaveLength(2)
      await host.stop()
    },
  )

  it('holds, where its sender says later that it was sent: the code of the mail, charged once', async () => {
    const { host, box, send, spent, clock, keys } = await sending()
    Object.assign(box, { behaviour: 'loses-the-reply', known: true })
    expect(await send(ASHA, 'one')).toMatchObject({ status: 503 })
    clock.advance(31_000)
    await host.start()
    await vi.waitFor(async () => expect(await spent()).toBe(inr('0.25')), { timeout: 60_000 })
    const reply = await send(ASHA, 'one')
    expect(reply).toMatchObject({ status: 200, outcome: 'replay' })
    const [sent] = box.sent
    expect(box.sent).toHaveLength(1)
    const check = await host.call('verify-otp', { otp_id: Object(reply.data).otp_id, otp: sent?.code }, keys.production)
    expect(check.data).toEqual({ verified: true })
    await host.stop()
  })

  it('goes to the next sender only where no byte left', async () => {
    const [first, second] = [outbox(), outbox()]
    const plugins = [otp({ live: [first.source, second.source] })]
    const { host, keys } = await createTestHost({ plugins })
    const send = (email: string) => host.call('send-otp', { email }, keys.production)
    first.state.behaviour = 'cannot-be-reached'
    expect(await send(ASHA)).toMatchObject({ status: 200 })
    first.state.behaviour = 'loses-the-reply'
    expect(await send('kabir.menon@example.org')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(second.state.sent.map(({ to }) => to)).toEqual([ASHA])
    await host.stop()
  })
})
