import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import { mailServer, readMail } from '../test/mail-server.ts'
import otp, { smtp } from './index.ts'

testPlugin(otp)

describe('the one-time-password plugin on a host', () => {
  it('stands at a mount of its own, unless it is told where', async () => {
    const { host } = await createTestHost({ plugins: [otp()] })
    const own = await createTestHost({ plugins: [otp({ mount: '/docs/api/v1' })] })
    expect(host.endpoints.map(({ path }) => path)).toEqual(['/otp/docs/api/v1/send-otp', '/otp/docs/api/v1/verify-otp'])
    expect(own.host.endpoints.map(({ path }) => path)).toEqual(['/docs/api/v1/send-otp', '/docs/api/v1/verify-otp'])
    await host.stop()
    await own.host.stop()
  })

  it('sends in the sandbox alone without a live provider', async () => {
    const { host, keys } = await createTestHost({ plugins: [otp()] })
    const reply = await host.call('send-otp', { email: 'asha.rao@example.com' }, keys.production)
    expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED' })
    await host.stop()
  })

  it.each([
    [{ live: { provider: 'smtp', host: 'smtp.acme.example' } }, 'from'],
    [{ live: { provider: 'smtp', from: 'otp@acme.example' } }, 'host'],
    [{ live: { provider: 'smtp', host: 'h', from: 'otp@acme.example', user: 'otp' } }, 'user'],
    [{ digits: 4 }, 'digits'],
    [{ text: 'Hello' }, 'text'],
  ])('refuses %j and says where it is wrong', async (options, field) => {
    const making = createTestHost({ plugins: [{ ...otp(), options }] })
    const thrown = await making.then(
      () => null,
      (error: unknown) => error,
    )
    expect(JSON.stringify(Object(thrown).faults)).toMatch(new RegExp(`\\.${field}"`))
  })

  it('mails a code that verifies, and leaves no connection behind', async () => {
    const server = await mailServer()
    const plugins = [otp({ brand: 'Acme Verify', live: smtp(server.options) })]
    const { host, keys } = await createTestHost({ plugins })
    const reply = await host.call('send-otp', { email: 'asha.rao@example.com' }, keys.production)
    expect(reply.status).toBe(200)
    const { headers, text } = readMail(server.mails[0]?.raw ?? '')
    const otpId = Object(reply.data).otp_id
    expect(headers.get('to')).toEqual(['asha.rao@example.com'])
    expect(headers.get('message-id')).toEqual([`<${otpId}@acme.example>`])
    const code = /^[0-9]{6}(?= is your one-time password for Acme Verify\.)/.exec(text)?.[0]
    const check = await host.call('verify-otp', { otp_id: otpId, otp: code }, keys.production)
    expect(check.data).toEqual({ verified: true })
    await host.stop()
    await expect.poll(() => server.open()).toBe(0)
    await server.close()
  })

  it('sends one mail for 20 calls at the same time', async () => {
    const server = await mailServer()
    const limits = { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 100 }
    const { host, keys } = await createTestHost({
      plugins: [otp({ live: smtp(server.options) })],
      settings: { limits },
    })
    const send = () => host.call('send-otp', { email: 'asha.rao@example.com' }, keys.production)
    const replies = await Promise.all(Array.from({ length: 20 }, send))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(server.mails).toHaveLength(1)
    await host.stop()
    await server.close()
  })

  it.each([
    [[550, '5.1.1 No such user'], 422, 'NOT_DELIVERABLE', 'none'],
    [[451, '4.7.1 Greylisted'], 503, 'UPSTREAM_UNAVAILABLE', 'failed'],
    [[554, '5.7.1 Relay access denied'], 503, 'UPSTREAM_UNAVAILABLE', 'failed'],
  ] as const)('answers a recipient that is refused with %j', async (reply, status, code, outcome) => {
    const server = await mailServer()
    server.behaviour.refuse = { at: 'recipient', reply }
    const { host, keys, store, account, logger } = await createTestHost({
      plugins: [otp({ live: smtp(server.options) })],
    })
    const answered = await host.call('send-otp', { email: 'asha.rao@example.com' }, keys.production)
    expect(answered).toMatchObject({ status, code, outcome, body: { meta: { charged: 0 } } })
    expect((await store.wallet.balance(account.id, 'production')).held).toBe(0)
    expect(`${JSON.stringify(answered)}${logger.text()}`).not.toContain('asha')
    await host.stop()
    await server.close()
  })

  it('does not know what became of a mail whose connection ended after the text, and sends no second one', async () => {
    const server = await mailServer()
    server.behaviour.drop = 'text'
    const { host, keys, clock } = await createTestHost({ plugins: [otp({ live: smtp(server.options) })] })
    const send = () => host.call('send-otp', { email: 'asha.rao@example.com' }, keys.production, { requestId: 'one' })
    expect(await send()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    delete server.behaviour.drop
    clock.advance(31_000)
    expect(await send()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(server.reached.filter((step) => step === 'text')).toHaveLength(1)
    await host.stop()
    await server.close()
  })
})
