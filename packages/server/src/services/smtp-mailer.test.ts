import { Mailer, optional } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../test/databases.ts'
import { type MailServer, mailServer, readMail } from '../../../../test/mail-server.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { openHost } from '../host.ts'

describe('the mailer of a server', () => {
  let mails: MailServer
  let test: AdminForTest
  beforeAll(async () => {
    mails = await mailServer()
    test = await adminForTest({ mail: mails.options })
  })
  afterAll(async () => {
    await test.close()
    await mails.close()
  })
  const mail = { to: 'asha@example.com', subject: 'Your code', text: '1234 5678\n' }

  it('hands a mail over below TLS, from the configured sender under the name that is asked for', async () => {
    await test.host.get(Mailer).send({ ...mail, fromName: 'Reseller, Ltd' })
    const [taken] = mails.mails
    expect(taken).toMatchObject({ from: 'otp@acme.example', to: ['asha@example.com'], encrypted: true, user: 'otp' })
    const { headers, text } = readMail(taken?.raw ?? '')
    expect(headers.get('from')).toEqual(['"Reseller, Ltd" <otp@acme.example>'])
    expect(headers.get('auto-submitted')).toEqual(['auto-generated'])
    expect(text).toContain('1234 5678')
  })

  it('sends to one address alone, whatever stands in it, and adds no header from a subject', async () => {
    mails.mails.splice(0)
    const hostile = { to: 'asha@example.com, eve@example.com', subject: 'Hi\r\nBcc: eve@example.com', text: 'x' }
    await test.host
      .get(Mailer)
      .send(hostile)
      .catch(() => undefined)
    for (const { to, raw } of mails.mails) {
      expect(to.filter((address) => address === 'eve@example.com')).toEqual([])
      expect(readMail(raw).headers.get('bcc')).toBeUndefined()
    }
  })

  it.each([
    ['recipient', [550, '5.1.1 No such user asha@example.com'], 'MAIL_REFUSED'],
    ['recipient', [553, 'Mailbox asha@example.com not allowed'], 'MAIL_REFUSED'],
    ['recipient', [554, '5.7.1 Relay access denied'], 'MAIL_NOT_SENT'],
    ['recipient', [451, '4.7.1 Greylisted'], 'MAIL_NOT_SENT'],
    ['mail-from', [550, '5.1.8 Sender not known'], 'MAIL_NOT_SENT'],
    ['text', [554, '5.6.0 Not accepted'], 'MAIL_NOT_SENT'],
  ] as const)('throws at %s with %j the code %s, without the address', async (at, reply, code) => {
    mails.behaviour.refuse = { at, reply }
    const refused = test.host.get(Mailer).send(mail)
    await expect(refused).rejects.toMatchObject({ code, facts: { reply: reply[0] } })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('asha') })
    delete mails.behaviour.refuse
  })

  it('without the section writes mails to the log of a development server, and is not there on any other', async () => {
    const without = await adminForTest()
    await without.host.get(Mailer).send(mail)
    expect(without.logger.of('mail.logged')).toMatchObject([
      { facts: { to: mail.to, text: expect.stringContaining('1234 5678') } },
    ])
    const link = `https://acme.example/console/invitation#inv_${'7'.repeat(40)}`
    await without.host.get(Mailer).send({ ...mail, text: `${'A long name. '.repeat(20)}\n${link}\nBye` })
    expect(without.logger.of('mail.logged').at(-1)).toMatchObject({ facts: { link } })
    await without.close()
    const { options: database, drop } = await sqliteDatabase()
    const host = await openHost({ database, plugins: [], secrets: secretsForTest() }, { logger: false })
    expect(host.get(optional(Mailer))).toBeNull()
    await host.stop()
    await drop()
  })
})
