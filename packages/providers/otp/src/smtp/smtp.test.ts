import { createServer, type Socket } from 'node:net'
import { type Call, isUpstreamError, zero } from '@parakh/core'
import { collectingLogger, manualClock, SELF_SIGNED_CERTIFICATE } from '@parakh/testkit'
import { testProvider } from '@parakh/testkit/suites'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LOGIN, type MailServer, mailServer, readMail } from '../../test/mail-server.ts'
import { OtpProvider } from '../contract.ts'
import { smtp } from './smtp.ts'

const clock = manualClock()
const REFERENCE = '01KF00000000000000000000AA'
const MESSAGE = {
  to: 'asha.rao@example.com',
  code: '048213',
  expires_in: 300,
  subject: 'Your one-time password for Acme Verify',
  text: '048213 is your one-time password for Acme Verify.\n\nTell it to nobody.\n',
}
const call: Call = {
  reference: REFERENCE,
  requestId: 'r',
  account: 'a',
  environment: 'production',
  price: zero,
  at: clock.now(),
}

/** The provider on one server, with what it logs. */
function sender(options: Parameters<typeof smtp>[0]) {
  const logger = collectingLogger()
  const made = smtp.code.make({ options: smtp.options.parse(options), clock, logger })
  const send = async (message: object = {}, signal = new AbortController().signal): Promise<unknown> => {
    const { send: write } = await made
    if (typeof write !== 'object') throw new TypeError('a write is sent and asked for its status')
    return write.send(OtpProvider.operations.send.input.parse({ ...MESSAGE, ...message }), { call, signal })
  }
  /** How it failed: the trouble, and whether a byte of the text may have left. */
  const trouble = async (signal?: AbortSignal): Promise<unknown> =>
    send({}, signal).then(
      (record) => ({ record }),
      (thrown: unknown) => (isUpstreamError(thrown) ? { trouble: thrown.trouble, sent: thrown.sent } : { thrown }),
    )
  return { send, trouble, logger }
}

/** A host that says what a script says, line by line, and then is silent. */
async function scripted(...lines: string[]) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let next = 0
    const say = () => lines[next] !== undefined && socket.write(`${lines[next++]}\r\n`)
    say()
    socket.on('data', say)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return { port, open: () => sockets.size, close }
}

describe('smtp, with a server that wants STARTTLS and a password', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await mailServer()
  })
  afterEach(() => {
    server.mails.length = 0
    server.reached.length = 0
    for (const key of ['refuse', 'drop', 'silent'] as const) delete server.behaviour[key]
  })
  afterAll(() => server.close())
  const patient = () => sender(server.options)
  const hasty = () => sender({ ...server.options, replyTimeoutMs: 1_000 })

  it('delivers the mail as it was composed', async () => {
    expect(await patient().send()).toEqual({ accepted: true })
    const [mail] = server.mails
    expect(mail).toMatchObject({ from: 'otp@acme.example', to: [MESSAGE.to], user: LOGIN.user, encrypted: true })
    const { headers, text } = readMail(mail?.raw ?? '')
    expect(Object.fromEntries(headers)).toEqual({
      from: ['Acme Verify <otp@acme.example>'],
      to: [MESSAGE.to],
      subject: [MESSAGE.subject],
      date: ['Thu, 15 Jan 2026 04:30:00 +0000'],
      'message-id': [`<${REFERENCE}@acme.example>`],
      'auto-submitted': ['auto-generated'],
      'x-auto-response-suppress': ['All'],
      'mime-version': ['1.0'],
      'content-type': ['text/plain; charset=utf-8'],
      'content-transfer-encoding': [expect.stringMatching(/^(7bit|quoted-printable)$/)],
    })
    expect(text.replaceAll('\r\n', '\n')).toBe(MESSAGE.text)
  })

  it('writes names and words of other scripts so that they can be read', async () => {
    const { send } = sender({ ...server.options, from: 'परख <otp@acme.example>' })
    expect(await send({ subject: 'आपका कोड', text: '048213 आपका कोड है' })).toEqual({ accepted: true })
    const { headers, text } = readMail(server.mails[0]?.raw ?? '')
    expect(headers.get('from')?.[0]).toMatch(/^=\?UTF-8\?[BQ]\?.+\?= <otp@acme\.example>$/)
    expect(headers.get('content-transfer-encoding')).toEqual([expect.stringMatching(/^(base64|quoted-printable)$/)])
    expect(text.startsWith('048213') || Buffer.from(text, 'base64').toString().startsWith('048213')).toBe(true)
  })

  it.each([
    'asha@example.com\r\nBcc: eve@example.com',
    'asha@example.com,eve@example.com',
    'asha@example.com> RCPT TO:<eve@example.com',
    '"asha\r\nBcc: eve"@example.com',
    'Eve <eve@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ])('takes no address such as %j', async (to) => {
    await expect(patient().send({ to })).rejects.toThrow(/e-mail|254/)
  })

  it('lets no line of a subject become a header', async () => {
    await patient().send({ subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nbody' })
    const [mail] = server.mails
    expect(mail?.to).toEqual([MESSAGE.to])
    expect(readMail(mail?.raw ?? '').headers.has('bcc')).toBe(false)
  })

  it.each([
    ['recipient', [550, '5.1.1 No such user'], null],
    ['recipient', [552, '5.2.2 Mailbox full'], null],
    ['recipient', [550, 'No such user'], null],
    ['text', [554, '5.6.0 Not accepted for this mailbox'], null],
    ['recipient', [451, '4.7.1 Greylisted'], { trouble: 'throttled', sent: false }],
    ['text', [451, '4.3.0 Later'], { trouble: 'throttled', sent: false }],
    ['mail-from', [452, '4.3.1 Later'], { trouble: 'throttled', sent: false }],
    ['recipient', [554, '5.7.1 Relay access denied'], { trouble: 'denied', sent: false }],
    ['mail-from', [550, '5.1.8 Sender not known'], { trouble: 'denied', sent: false }],
    ['recipient', [501, '5.1.3 Syntax'], { trouble: 'unprocessable', sent: false }],
  ] as const)('reads a refusal at %s with %j', async (at, reply, meaning) => {
    server.behaviour.refuse = { at, reply }
    expect(await patient().trouble()).toEqual(meaning ?? { record: null })
    expect(server.mails).toEqual([])
  })

  it('says where it failed in the log, and neither the address nor what the host said', async () => {
    server.behaviour.refuse = { at: 'recipient', reply: [451, `4.7.1 <${MESSAGE.to}> is greylisted`] }
    const { trouble, logger, send } = patient()
    await trouble()
    expect(logger.of('otp.smtp.trouble')[0]?.facts).toEqual({
      ...{ reference: REFERENCE, step: 'RCPT TO', reply: 451, code: 'EENVELOPE' },
    })
    expect(logger.text()).not.toMatch(/asha|greylisted|048213/)
    await expect(send()).rejects.toThrow(/^smtp: refused at RCPT TO with 451$/)
  })

  it.each([
    ['mail-from', false],
    ['recipient', false],
    ['text', true],
  ] as const)('knows whether the text may have left when the connection ends at %s', async (drop, sent) => {
    server.behaviour.drop = drop
    expect(await patient().trouble()).toEqual({ trouble: 'unavailable', sent })
  })

  it.each([
    ['recipient', false],
    ['text', true],
  ] as const)('knows whether the text may have left when the host is silent at %s', async (silent, sent) => {
    server.behaviour.silent = silent
    expect(await hasty().trouble()).toEqual({ trouble: 'unavailable', sent })
  })

  it.each([
    ['recipient', false],
    ['text', true],
  ] as const)(
    'ends with its signal while the host is silent at %s, and says whether the text may have left',
    async (silent, sent) => {
      server.behaviour.silent = silent
      const ending = new AbortController()
      const ended = patient().trouble(ending.signal)
      await expect.poll(() => server.reached).toContain(silent)
      ending.abort()
      expect(await ended).toEqual({ trouble: 'unavailable', sent })
      await expect.poll(() => server.open()).toBe(0)
    },
  )

  it('does not begin once its signal has ended', async () => {
    expect(await patient().trouble(AbortSignal.abort())).toEqual({ trouble: 'unavailable', sent: false })
    expect(server.reached).toEqual([])
  })

  it('keeps no connection open after a mail', async () => {
    const { send } = patient()
    await Promise.all([send(), send(), send()])
    expect(server.mails).toHaveLength(3)
    await expect.poll(() => server.open()).toBe(0)
  })

  it('sends nothing where the password is wrong', async () => {
    const { trouble, logger } = sender({ ...server.options, auth: { ...LOGIN, pass: 'wr0ng-passw0rd' } })
    expect(await trouble()).toEqual({ trouble: 'denied', sent: false })
    expect(logger.of('otp.smtp.trouble')[0]?.facts).toMatchObject({ step: 'AUTH PLAIN', reply: 535, code: 'EAUTH' })
    expect(logger.text()).not.toContain('wr0ng')
  })

  it.each([
    ['nobody vouches for it', { tls: {} }],
    ['it is of another host', { tls: { ca: SELF_SIGNED_CERTIFICATE.cert, servername: 'mail.acme.example' } }],
    ['it is of another host, which was named by its number', { host: '127.0.0.1' }],
  ])('sends nothing to a host whose certificate is not good: %s', async (_, options) => {
    const { trouble, logger } = sender({ ...server.options, ...options })
    expect(await trouble()).toEqual({ trouble: 'unavailable', sent: false })
    expect(logger.of('otp.smtp.trouble')[0]?.facts).toMatchObject({ reply: null })
    expect(server.mails).toEqual([])
  })

  it('takes a host by its number where it is told whose certificate that has', async () => {
    const tls = { ca: SELF_SIGNED_CERTIFICATE.cert, servername: 'localhost' }
    expect(await sender({ ...server.options, host: '127.0.0.1', tls }).send()).toEqual({ accepted: true })
  })
})

describe('smtp, with other servers', () => {
  it('speaks TLS from the first byte where it is told to', async () => {
    const server = await mailServer({ secure: true })
    expect(await sender(server.options).send()).toEqual({ accepted: true })
    expect(server.mails).toMatchObject([{ encrypted: true, user: LOGIN.user }])
    await server.close()
  })

  it('sends nothing in the clear, unless it is told to', async () => {
    const server = await mailServer({ starttls: false, login: false })
    expect(await sender(server.options).trouble()).toEqual({ trouble: 'unavailable', sent: false })
    expect(server.mails).toEqual([])
    expect(await sender({ ...server.options, requireTLS: false }).send()).toEqual({ accepted: true })
    expect(server.mails).toMatchObject([{ encrypted: false, user: null }])
    await server.close()
  })

  it('knows that nothing was sent where nobody listens', async () => {
    const server = await scripted()
    await server.close()
    const { trouble, logger } = sender({ host: '127.0.0.1', port: server.port, from: 'otp@acme.example' })
    expect(await trouble()).toEqual({ trouble: 'unavailable', sent: false })
    expect(logger.of('otp.smtp.trouble')[0]?.facts).toMatchObject({ step: 'CONN', reply: null, code: 'ESOCKET' })
  })

  it.each([
    ['says nothing', []],
    ['says nothing after its greeting', ['220 mail.example']],
    ['promises TLS and then says nothing', ['220 mail.example', '250-mail.example\r\n250 STARTTLS', '220 Go ahead']],
    ['takes no mail', ['554 No mail here']],
    ['is about to close', ['421 Later']],
    ['speaks another language', ['+OK POP3 ready']],
  ])('knows that nothing was sent to a host that %s', async (_, lines) => {
    const server = await scripted(...lines)
    const options = { host: '127.0.0.1', port: server.port, from: 'otp@acme.example', replyTimeoutMs: 200 }
    expect(await sender(options).trouble()).toEqual({ trouble: 'unavailable', sent: false })
    await server.close()
  })

  it('waits no longer for a host that does not close its side', async () => {
    const replies = ['220 mail.example', '250 mail.example', '250 Sender', '250 Recipient', '354 Go on', '250 Taken']
    const server = await scripted(...replies)
    const options = { host: '127.0.0.1', port: server.port, from: 'otp@acme.example', requireTLS: false }
    expect(await sender(options).send()).toEqual({ accepted: true })
    await expect.poll(() => server.open(), { timeout: 3_000 }).toBe(0)
    await server.close()
  })
})

describe('smtp, as a provider', async () => {
  const server = await mailServer({ login: false })
  afterAll(() => server.close())
  const settle = (refuse?: MailServer['behaviour']['refuse']) => () => {
    delete server.behaviour.silent
    if (refuse) server.behaviour.refuse = refuse
    else delete server.behaviour.refuse
  }
  const asked = { operation: 'send', input: MESSAGE } as const
  testProvider('smtp', {
    contract: OtpProvider,
    make: () => smtp.code.make({ options: smtp.options.parse(server.options), clock, logger: collectingLogger() }),
    cases: [
      { ...asked, expect: 'record', arrange: settle() },
      { ...asked, expect: 'none', arrange: settle({ at: 'recipient', reply: [550, '5.1.1 No such user'] }) },
      { ...asked, expect: 'trouble', arrange: settle({ at: 'recipient', reply: [451, '4.7.1 Greylisted'] }) },
    ],
    hang: () => {
      delete server.behaviour.refuse
      server.behaviour.silent = 'recipient'
    },
  })
})
