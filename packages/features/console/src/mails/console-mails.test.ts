import { Accounts } from '@parakh/core'
import resale from '@parakh/resale'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailServer, mailServer, readMail } from '../../../../../test/mail-server.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const SENDS = 30_000
let asked = 0

describe('a mail of the console, as a mail host takes it', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let host: MailServer
  beforeAll(async () => {
    host = await mailServer()
    place = await consolePlace('sqlite3')
    process = await place.open({ plugins: [resale()], mail: host.options })
    const { id } = await process.server.host
      .get(Accounts)
      .create({ name: 'Reseller', role: 'distributor', actor: 'test' })
    const brand = { account_id: id, host: 'verify.reseller.example', name: 'R & D <Verify>', colour: '#0a7d5c' }
    await process.server.host.run('brands.set', brand, { operator: 'test' })
  })
  beforeEach(() => {
    host.mails.splice(0)
  })
  afterAll(async () => {
    await place.end()
    await host.close()
  })

  /** The one mail that the host has taken, decoded. */
  async function taken() {
    await vi.waitFor(() => expect(host.mails).toHaveLength(1), { timeout: SENDS })
    const [{ raw = '', to } = {}] = host.mails
    const { headers, text } = readMail(raw)
    const boundary = /boundary="([^"]+)"/.exec(String(headers.get('content-type')))?.[1] ?? 'none'
    const parts = text.split(`--${boundary}`).slice(1, -1)
    const [plain = '', html = ''] = parts.map((part) => decoded(readMail(part.replace(/^\r\n/, ''))))
    return { headers, to, plain, html, whole: raw + plain + html }
  }
  const decoded = ({ headers, text }: ReturnType<typeof readMail>): string => {
    const bytes =
      String(headers.get('content-transfer-encoding')) === 'base64'
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          )
    return bytes.toString('utf8')
  }
  const askCode = (at: string, language = 'en-IN') => {
    asked += 1
    return process.browser({ host: at, ip: `${at} ${language}` }).send('POST', '/console/sign-in/code', {
      body: { email: `asha${asked}@acme.example` },
      headers: { 'sec-fetch-site': 'same-origin', 'x-console-page': '1', 'accept-language': language },
    })
  }

  it('has the code as text and as HTML that loads nothing, and says that no person wrote it', async () => {
    await askCode('console.example')
    const { headers, to, plain, html } = await taken()
    expect(to).toEqual(['asha1@acme.example'])
    expect(headers.get('auto-submitted')).toEqual(['auto-generated'])
    const [code] = /\d{4} \d{4}/.exec(plain) ?? []
    expect(headers.get('subject')).toEqual([`${code} is your code for Parakh`])
    expect(html).toContain(`>${code}<`)
    expect(html).not.toMatch(/<(img|script|link)|url\(/)
  })

  it('has the brand of a registered host, as text and not as HTML of whoever named it', async () => {
    await askCode('verify.reseller.example')
    const { headers, plain, html } = await taken()
    expect(headers.get('from')?.[0]).toMatch(/R & D/)
    expect(plain).toContain('your code for R & D <Verify>')
    expect(html).toContain('R &#38; D &#60;Verify&#62;')
    expect(html).toContain('#0a7d5c')
  })

  it.each(['evil.example', 'evil.example:443', 'console.example.evil.example', 'verify.reseller.example.evil.example'])(
    'has nothing of a host that nobody registered: %s',
    async (evil) => {
      const { sign_in } = (await askCode(evil)).body
      expect(sign_in).toMatch(/^\d{40}$/)
      const { whole, plain } = await taken()
      expect(whole).not.toContain('evil')
      expect(whole).not.toContain(sign_in)
      expect(plain).toContain('your code for Parakh')
    },
  )

  it('that invites people of an account below has the brand and the host of the nearest account above that has one', async () => {
    const accounts = process.server.host.get(Accounts)
    const [{ id: top } = { id: '' }] = (
      await accounts.page({ within: null, role: 'distributor', cursor: null, limit: 1 })
    ).items
    const { id: retailer } = await accounts.create({ name: 'Corner Resale', role: 'retailer', parentId: top })
    const { id: customer } = await accounts.create({ name: 'Corner Loans', role: 'customer', parentId: retailer })
    const reseller = await invited(process, { email: 'owner@corner.example', role: 'owner', accountId: retailer })
    for (const at of ['console.example', 'evil.example', 'verify.reseller.example.evil.example']) {
      host.mails.splice(0)
      const { status } = await reseller.send('POST', '/admin/v1/people/invite', {
        body: { email: `asha@${at}`.replace('evil', 'good'), role: 'viewer', account_id: customer },
        headers: { 'sec-fetch-site': 'same-origin', 'x-console-page': '1', host: at, 'x-forwarded-host': at },
      })
      expect(status).toBe(201)
      const { headers, plain, html, whole } = await taken()
      expect(headers.get('from')?.[0]).toMatch(/R & D/)
      expect(headers.get('subject')).toEqual(['Your invitation to R & D <Verify>'])
      expect(plain).toContain('the account “Corner Loans” at R & D <Verify>')
      expect(plain).toMatch(/^https:\/\/verify\.reseller\.example\/console\/invitation#inv_\d{40}$/m)
      expect(html).toContain('href="https://verify.reseller.example/console/invitation#inv_')
      expect(html).toContain('#0a7d5c')
      expect(whole).not.toContain('evil')
    }
  })

  it('is in the language of who asks', async () => {
    await askCode('console.example', 'hi-IN,hi;q=0.9,en;q=0.8')
    const mail = await taken()
    expect(mail.plain).toContain('Parakh के लिए आपका कोड')
    expect(mail.html).toContain('<html lang="hi">')
  })
})

describe('an invitation', () => {
  it.each([
    ['hi,en;q=0.5', 'निमंत्रण स्वीकार करें', 'में आमंत्रित किया गया है'],
    ['en', 'Accept the invitation', 'You are invited to join the account “Acme” at Parakh'],
  ])('is written in the language of who invites: %s', async (languages, button, sentence) => {
    const place = await consolePlace('sqlite3')
    const process = await place.open()
    const browser = process.browser()
    const { account_id } = (await browser.signUp('owner@acme.example')).body
    const invited = await browser.send('POST', '/admin/v1/people/invite', {
      body: { email: 'asha@acme.example', role: 'viewer', account_id },
      headers: { 'sec-fetch-site': 'same-origin', 'x-console-page': '1', 'accept-language': languages },
    })
    expect(invited.status).toBe(201)
    const { text, html } = await browser.lastMail('asha@acme.example')
    expect(text).toContain(sentence)
    expect(html).toContain(`>${button}</a>`)
    expect(text).toMatch(/^https:\/\/console\.example\/console\/invitation#inv_\d{40}$/m)
    await place.end()
  })

  it('has the name of an account as text and not as HTML, and not in its subject', async () => {
    const place = await consolePlace('sqlite3')
    const process = await place.open()
    const browser = process.browser()
    const name = '"><img src=x onerror=alert(1)> =HYPERLINK("https://evil.example")'
    const { account_id } = (await browser.signUp('owner@acme.example', name)).body
    await browser.admin('POST', '/people/invite', { email: 'asha@acme.example', role: 'viewer', account_id })
    const { subject, text, html } = await browser.lastMail('asha@acme.example')
    expect(subject).toBe('Your invitation to Parakh')
    expect(text).toContain('the account “"><img src=x onerror=alert(1)> =HYPERLINK("https: evil')
    expect(html).not.toMatch(/<img|href="(?!https:\/\/console\.example\/)/)
    expect(html).toContain('&#34;&#62;&#60;img src=x')
    await place.end()
  })

  it.each([
    'Your wallet is BLOCKED. Verify at https://evil.example/login',
    'www.evil.example',
    'PAY.EVIL.EXAMPLE',
    'mailto:help@evil.example',
    `${'Call us now. '.repeat(8)}evil.example`,
    '192.0.2.1/login',
  ])('contains no link in the name of an account, however it is written: %j', async (name) => {
    const place = await consolePlace('sqlite3')
    const process = await place.open()
    const browser = process.browser()
    const { account_id } = (await browser.signUp('owner@acme.test', name)).body
    await browser.admin('POST', '/people/invite', { email: 'asha@acme.test', role: 'viewer', account_id })
    const { subject, text, html = '', fromName } = await browser.lastMail('asha@acme.test')
    expect([subject, fromName]).toEqual(['Your invitation to Parakh', 'Parakh'])
    const [, shown = ''] = /the account “(.*)” at Parakh/.exec(text) ?? []
    expect([...shown].length).toBeLessThanOrEqual(60)
    expect(`${text} ${html}`).not.toMatch(/evil\.|\.example\/login|www\.|mailto:\S|192\.0/i)
    expect(
      `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g)?.every((link) => link.startsWith('https://console.example/')),
    ).toBe(true)
    await place.end()
  })

  it('contains no link and no line break in the name of a brand that was stored before names were checked', async () => {
    const place = await consolePlace('sqlite3')
    const process = await place.open({ plugins: [resale()] })
    const { id } = await process.server.host.get(Accounts).create({ name: 'R', role: 'distributor', actor: 'test' })
    const brand = { account_id: id, host: 'verify.reseller.example', name: 'Reseller', colour: '#0a7d5c' }
    await process.server.host.run('brands.set', brand, { operator: 'test' })
    const name = 'BLOCKED: https://evil.example/x\r\nBcc: eve@evil.example \u202e'
    await place.rows()('parakh_resale_brand').update({ name })
    const browser = process.browser({ host: 'verify.reseller.example' })
    await browser.askCode('asha@acme.example')
    const { subject, text, html, fromName } = await browser.lastMail('asha@acme.example')
    expect(subject).toMatch(/^\d{4} \d{4} is your code for BLOCKED: https: evil example\/x Bcc: eve@evil example$/)
    expect(fromName).toBe('BLOCKED: https: evil example/x Bcc: eve@evil example')
    expect(`${text} ${html}`).not.toMatch(/evil\.|\u202e|https?:\/\//)
    await place.end()
  })
})
