import { Alerts, CONTRACT, definePlugin, EventSinks, personSelf } from '@parakh/core'
import resale from '@parakh/resale'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { invited } from '../../../../test/console.ts'
import { type MailServer, mailServer, readMail } from '../../../../test/mail-server.ts'
import { type WebhookReceiver, webhookReceiver } from '../../../../test/webhook-receiver.ts'
import { type AlertsWorld, alertsWorld } from '../test/alerts-world.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const Made = z.object({ account_id: z.string() })
const Listed = z.object({ items: z.array(z.object({ alert: z.string() })) })
const PDF = new Uint8Array(Buffer.from('%PDF-1.7 of a test'))
const letterSent = definePlugin({
  ...{ id: 'post', contract: CONTRACT },
  contributes: [
    Alerts.contribute({
      ...{ id: 'letter-sent', needs: {} },
      make: () => ({
        ...{ of: 'events', event: 'key.revoked', title: 'Letter was sent', scope: personSelf, page: 'keys' },
        told: ({ data }) => ({ subject: String(data['key_id']), severity: 'soon', params: {} }),
        attachments: async () => [{ fileName: 'letter.pdf', type: 'application/pdf', bytes: PDF }],
      }),
    }),
  ],
})

describe('alerts that are sent, on SQLite', () => {
  let host: MailServer
  let receiver: WebhookReceiver
  let world: AlertsWorld
  beforeAll(async () => {
    host = await mailServer()
    receiver = await webhookReceiver()
    world = await alertsWorld(
      'sqlite3',
      { webhook: { url: receiver.url, secret: SECRET } },
      { mail: host.options, plugins: [resale(), letterSent()] },
    )
  })
  afterAll(async () => {
    await world.place.end()
    await host.close()
    await receiver[Symbol.asyncDispose]()
  })
  const idOf = (raw: string | undefined): unknown => readMail(raw ?? '').headers.get('message-id')
  const posted = () => receiver.postings.map(({ body }) => JSON.parse(body))

  it('go to a mail host under the brand above the account, again after it refused, with files', async () => {
    const { run } = world.process.server.host
    const as = { operator: 'test' }
    const reseller = Made.parse(await run('accounts.create', { name: 'Reseller', role: 'distributor' }, as))
    const brand = { account_id: reseller.account_id, host: 'verify.reseller.example', name: 'R & D Verify' }
    await run('brands.set', { ...brand, colour: '#0a7d5c' }, as)
    const below = { name: 'Acme', role: 'retailer', parent_id: reseller.account_id }
    const { account_id: accountId } = Made.parse(await run('accounts.create', below, as))
    await invited(world.process, { email: 'asha@acme.example', role: 'owner', accountId })
    const event = { id: 'e-1', type: 'key.revoked', accountId, environment: 'production', sequence: 1 } as const
    const sink = world.process.server.host.get(EventSinks).get('alerts')
    await sink?.deliver([{ ...event, createdAt: world.place.clock.now(), data: { key_id: 'k-1', label: 'Desk' } }])
    host.behaviour.refuse = { at: 'text', reply: [451, '4.7.1 Greylisted'] }
    await world.after(6)
    expect(host.mails).toEqual([])
    delete host.behaviour.refuse
    await world.after(2)
    await world.after(20)
    expect(host.mails).toMatchObject([{ to: ['asha@acme.example'], encrypted: true }])
    const [{ raw = '' } = {}] = host.mails
    expect(readMail(raw).headers.get('from')).toEqual(['"R & D Verify" <otp@acme.example>'])
    expect(String(idOf(raw))).toMatch(/^<alerts-[0-9a-f]{32}@acme\.example>$/)
    expect(raw).toContain('filename=letter.pdf')
    expect(raw).toContain(Buffer.from(PDF).toString('base64'))
    expect(raw.replaceAll('=\r\n', '')).toContain('https://verify.reseller.example/console/keys')
  })

  it('are sent again under the same id where a process ended before it had noted that they were', async () => {
    const rows = world.place.rows()
    const made = await world.process.server.host.run(
      'accounts.create',
      { name: 'Bela', role: 'customer' },
      { operator: 'test' },
    )
    const { account_id: id } = Made.parse(made)
    await invited(world.process, { email: 'bela@acme.example', role: 'owner', accountId: id })
    const before = host.mails.length
    world.standing.set(id, [{ subject: 'letter', severity: 'now' }])
    await rows.raw(
      `create trigger broken before delete on parakh_alerts_notice begin select raise(abort, 'broken'); end`,
    )
    await world.after(11)
    await rows.raw('drop trigger broken')
    await world.after(2)
    await world.after(20)
    const [first, again, ...more] = host.mails.slice(before).map(({ raw }) => idOf(raw))
    expect([more, again]).toEqual([[], first])
  })

  it('are posted to the webhook of the operators, signed, until it takes them, with no secret and no address of a person', async () => {
    world.standing.set('', [{ subject: 'door', severity: 'now', params: { door: 'north' } }])
    receiver.answer(500)
    const before = receiver.postings.length
    await world.after(1)
    await world.after(2)
    receiver.answer(200)
    await world.after(3)
    await world.after(60)
    const tries = receiver.postings.slice(before)
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(tries).toHaveLength(3)
    const [last] = tries.slice(-1)
    const headers = Object.fromEntries(
      Object.entries(last?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    // The clock of the test is not that of the library.
    const at = Number(headers['webhook-timestamp'])
    expect(at * 1_000).toBeGreaterThan(world.place.clock.now().getTime() - 3_700_000)
    const signature = new Webhook(SECRET).sign(`${headers['webhook-id']}`, new Date(at * 1_000), last?.body ?? '')
    expect(headers['webhook-signature']).toBe(signature)
    expect(JSON.parse(last?.body ?? '')).toEqual({
      ...{ type: 'alert.told', timestamp: expect.any(String) },
      data: {
        ...{ alert: 'letters/office-closed', title: 'Office is closed', account_id: null, environment: 'production' },
        ...{ severity: 'now', subject: 'door', since: null, page: 'home', params: { door: 'north' } },
      },
    })
    expect(posted()).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ alert: 'post/letter-sent' }) }),
    )
    expect(JSON.stringify(posted())).not.toMatch(/whsec_|@acme|person/)
  })

  it('that are not sent are an alert themselves, until they are sent', async () => {
    const notSent = async () => {
      const { items } = Listed.parse(await world.process.server.host.run('alerts.list', {}, { operator: 'test' }))
      return items.map(({ alert }) => alert).filter((alert) => alert === 'alerts/not-sent')
    }
    receiver.answer(500)
    world.standing.set('', [{ subject: 'window' }])
    for (const minutes of [1, 2, 3, 5]) await world.after(minutes)
    expect(await notSent()).toEqual(['alerts/not-sent'])
    receiver.answer(200)
    await world.after(20)
    expect(await notSent()).toEqual([])
  })
})
