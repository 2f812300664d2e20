import { EventSinks, Keys, type OutboxEvent } from '@parakh/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { invited } from '../../../../test/console.ts'
import { type AlertsWorld, alertsWorld } from '../test/alerts-world.ts'

/** Until the relay has handed events over. */
const HEARD = { timeout: 20_000, interval: 50 }
const People = z.object({ items: z.array(z.object({ email: z.string(), membership_id: z.string() })) })
let accounts = 0
const LETTER = { subject: 'letter-1', params: { letter_id: 'letter-1' } }
/** Whose, and those of the test: while its clock jumps, jobs of the host are late too. */
const lettersIn = (mail: string): string =>
  `${/for .*:/.exec(mail)?.[0]} ${[...mail.matchAll(/Letter came back|Office is closed/g)].map(([found]) => found).join(', ')}`
const text = (mails: readonly { readonly text: string }[]): readonly string[] => mails.map((mail) => mail.text)

describe.each(['sqlite3', 'pg'] as const)('alerts that are mailed, on %s', (engine) => {
  let world: AlertsWorld
  let asha: Awaited<ReturnType<AlertsWorld['account']>>
  let ASHA: string
  beforeAll(async () => {
    world = await alertsWorld(engine)
  })
  beforeEach(async () => {
    accounts += 1
    ASHA = `asha${accounts}@acme.example`
    world.standing.clear()
    asha = await world.account(ASHA, 'Acme Lending')
  })
  afterAll(() => world.place.end())
  const choose = (body: object) => asha.browser.admin('PATCH', '/me/alerts', body)
  /** The sweep looks at all accounts, and pauses for ten minutes. */
  const wait = async (...minutes: readonly number[]): Promise<void> => {
    for (const each of minutes) await world.after(each)
  }

  it('tell what stands once, and again only once it had ended for an hour', async () => {
    world.standing.set(asha.id, [LETTER])
    await wait(11, 5, 11, 60, 11, 11)
    const [mail, ...more] = world.alertsTo(ASHA)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: 'Parakh: Letter came back',
      html: expect.stringContaining('<html lang="en">'),
    })
    expect(mail?.text).toContain('• Letter came back')
    // For a moment it does not stand.
    world.standing.set(asha.id, [])
    await wait(11)
    world.standing.set(asha.id, [LETTER])
    await wait(11, 11)
    expect(world.alertsTo(ASHA)).toHaveLength(1)
    world.standing.set(asha.id, [])
    await wait(11, 61)
    world.standing.set(asha.id, [LETTER])
    await wait(11, 6)
    expect(world.alertsTo(ASHA)).toHaveLength(2)
  })

  it('tell a person who joins what stands there already, once', async () => {
    world.standing.set(asha.id, [LETTER])
    await wait(11, 11)
    const RAVI = `ravi${accounts}@acme.example`
    await invited(world.process, { email: RAVI, role: 'admin', accountId: asha.id })
    expect(world.alertsTo(RAVI)).toEqual([])
    await wait(11, 11, 11)
    expect(world.alertsTo(RAVI).map(({ subject }) => subject)).toEqual(['Parakh: Letter came back'])
    expect(world.alertsTo(ASHA)).toHaveLength(1)
  })

  it('go into one mail for a burst: urgent ones at once, what follows a while after', async () => {
    world.standing.set(asha.id, [LETTER, { subject: 'letter-2' }])
    await wait(11)
    expect(world.alertsTo(ASHA)).toEqual([])
    world.standing.set(asha.id, [LETTER, { subject: 'letter-2' }, { subject: 'letter-3', severity: 'now' }])
    await wait(11)
    expect(world.alertsTo(ASHA).map(({ subject }) => subject)).toEqual(['Parakh: Act now: 3 alerts'])
    expect(text(world.alertsTo(ASHA))[0]).toMatch(
      /• Act now: Letter came back\n\n• Letter came back\n\n• Letter came back/,
    )
    world.standing.set(
      asha.id,
      ['4', '5'].map((subject) => ({ subject, severity: 'now' })),
    )
    await wait(11)
    expect(world.alertsTo(ASHA)).toHaveLength(1)
    await wait(5)
    expect(world.alertsTo(ASHA).map(({ subject }) => subject)).toEqual([
      'Parakh: Act now: 3 alerts',
      'Parakh: Act now: 2 alerts',
    ])
  })

  it('tell once more what has become urgent', async () => {
    world.standing.set(asha.id, [LETTER])
    await wait(11, 6)
    world.standing.set(asha.id, [{ ...LETTER, severity: 'now' }])
    await wait(20)
    expect(world.alertsTo(ASHA)).toHaveLength(2)
  })

  it('wait for the end of quiet hours, but for urgent ones, unless those are quiet too', async () => {
    // The time of day in India.
    const inIndia = (hours: number): string =>
      new Date(world.place.clock.now().getTime() + (hours + 5.5) * 3_600_000).toISOString().slice(11, 16)
    const quiet_hours = { from: inIndia(-1), until: inIndia(13) }
    expect(await choose({ quiet_hours })).toMatchObject({ status: 200, body: { quiet_hours } })
    world.standing.set(asha.id, [LETTER])
    await wait(11, 60)
    expect(world.alertsTo(ASHA)).toEqual([])
    world.standing.set(asha.id, [LETTER, { subject: 'letter-2', severity: 'now' }])
    await wait(11)
    expect(world.alertsTo(ASHA)).toHaveLength(1)
    await choose({ quiet_for_urgent: true })
    world.standing.set(asha.id, [LETTER, { subject: 'letter-2' }, { subject: 'letter-3', severity: 'now' }])
    await wait(11, 60)
    expect(world.alertsTo(ASHA)).toHaveLength(1)
    await wait(12 * 60)
    expect(world.alertsTo(ASHA)).toHaveLength(2)
  })

  it('go to the people of the account alone, whose roles may read them when they are sent', async () => {
    await world.account('bela@other.example', 'Other')
    const of = { accountId: asha.id } as const
    await invited(world.process, { ...of, email: 'bill@acme.example', role: 'billing' })
    await invited(world.process, { ...of, email: 'admin@acme.example', role: 'admin' })
    await invited(world.process, { ...of, email: 'gone@acme.example', role: 'admin' })
    await invited(world.process, { accountId: null, email: 'op@host.example', role: 'admin' })
    const before = world.process.mails.length
    world.standing.set(asha.id, [LETTER])
    world.standing.set('', [{ subject: 'door' }])
    await wait(11)
    const people = await world.process.server.host.run('people.list', { account_id: asha.id }, { operator: 'test' })
    const gone = People.parse(people).items.find(({ email }) => email.startsWith('gone'))
    await world.process.server.host.run('people.remove', { membership_id: gone?.membership_id }, { operator: 'test' })
    await wait(6)
    const mailed = world.process.mails.slice(before).filter(({ id }) => id?.startsWith('alerts-'))
    expect(mailed.map(({ to, text: said }) => `${to} ${lettersIn(said)}`).sort()).toEqual([
      'admin@acme.example for Acme Lending: Letter came back',
      `${ASHA} for Acme Lending: Letter came back`,
      'op@host.example for the server: Office is closed',
    ])
  })

  it('are chosen by each person: which, in which language, or none', async () => {
    expect((await asha.browser.admin('GET', '/me/alerts')).body).toMatchObject({
      ...{ mailed: true, language: 'en', quiet_hours: null, quiet_for_urgent: false },
      alerts: expect.arrayContaining([{ alert: 'letters/returned', title: 'Letter came back', mailed: true }]),
    })
    expect(await choose({ muted: ['letters/office-closed'] })).toMatchObject({ status: 422, code: 'ALERT_INVALID' })
    expect((await choose({ muted: ['letters/returned'], language: 'hi' })).body.alerts).toContainEqual(
      expect.objectContaining({ alert: 'letters/returned', mailed: false }),
    )
    world.standing.set(asha.id, [LETTER])
    await wait(11, 6)
    expect(world.alertsTo(ASHA)).toEqual([])
    await choose({ muted: [] })
    world.standing.set(asha.id, [LETTER, { subject: 'letter-2' }])
    await wait(11, 6)
    expect(world.alertsTo(ASHA)).toMatchObject([{ html: expect.stringContaining('<html lang="hi">') }])
    await choose({ mailed: false })
    world.standing.set(asha.id, [{ subject: 'letter-3' }])
    await wait(11, 20)
    expect(world.alertsTo(ASHA)).toHaveLength(1)
  })

  it('tell of an event once, however often it is delivered', async () => {
    const sink = world.process.server.host.get(EventSinks).get('alerts')
    const event: OutboxEvent = {
      ...{ id: 'event-1', type: 'key.created', accountId: asha.id, environment: 'production', sequence: 1 },
      ...{ createdAt: world.place.clock.now(), data: { key_id: 'key-1', label: 'Loan desk', issued_by: null } },
    }
    const sandbox = {
      ...event,
      id: 'event-2',
      environment: 'sandbox',
      data: { ...event.data, key_id: 'key-2' },
    } as const
    await sink?.deliver([event, sandbox])
    await sink?.deliver([event])
    await wait(6, 20)
    const [mail, ...more] = world.alertsTo(ASHA)
    expect(more).toEqual([])
    expect(mail?.text).toContain('• API key Loan desk was created. Revoke it if none of you did this.')
  })

  it('contain no name that a customer has chosen in the subject, and no link in such a name', async () => {
    const attack = 'Your wallet is BLOCKED. Verify at https://evil.example/x or www.evil.example'
    await world.process.server.host.run('accounts.rename', { account_id: asha.id, name: attack }, { operator: 'test' })
    const sink = world.process.server.host.get(EventSinks).get('alerts')
    const data = { key_id: 'key-3', label: attack, issued_by: null }
    const of = { id: 'event-3', type: 'key.created', accountId: asha.id, environment: 'production' } as const
    await sink?.deliver([
      {
        id: of.id,
        type: of.type,
        accountId: of.accountId,
        environment: of.environment,
        sequence: 2,
        createdAt: world.place.clock.now(),
        data,
      },
    ])
    await wait(6, 20)
    const mail = world.alertsTo(ASHA).at(-1)
    expect(mail?.subject).toMatch(/^Parakh: (Act now: )?[A-Z][a-z A-Z]+$/)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(
      /evil\.example|www\.|https?:\/\/(?!console\.example\/)/,
    )
    expect(mail?.text).toContain('Your wallet is BLOCKED. Verify at https: evil example')
  })

  it('look at an account soon after one of its events, though it is not its turn', async () => {
    // The events of its sign-up are heard, and all accounts have had their turn.
    const rows = world.place.rows()
    await vi.waitFor(
      async () => expect(await rows('parakh_alerts_look').where({ account_id: asha.id })).toHaveLength(1),
      HEARD,
    )
    await wait(11, 1)
    world.standing.set(asha.id, [{ ...LETTER, severity: 'now' }])
    await wait(1)
    expect(world.alertsTo(ASHA)).toEqual([])
    await world.process.server.host.get(Keys).create({ accountId: asha.id, environment: 'sandbox' })
    await vi.waitFor(async () => {
      await world.round()
      expect(world.alertsTo(ASHA)).toHaveLength(1)
    }, HEARD)
  })

  it('tell once where two processes look and send at once', async () => {
    const second = engine === 'pg' ? await world.open() : world.process
    await invited(world.process, { accountId: null, email: 'night@host.example', role: 'admin' })
    const three = ['1', '2', '3'].map((subject) => ({ subject, severity: 'now' as const }))
    world.standing.set(asha.id, three)
    world.standing.set('', three)
    world.place.clock.advance(11 * 60_000)
    await Promise.all([world.round(), world.round(second)])
    await Promise.all([world.round(), world.round(second)])
    const mails = new Set([...world.process.mails, ...second.mails])
    const told = [...mails].filter(
      ({ to, id }) => [ASHA, 'night@host.example'].includes(to) && id?.startsWith('alerts-'),
    )
    expect(told.map(({ text: said }) => lettersIn(said)).sort()).toEqual([
      'for Acme Lending: Letter came back, Letter came back, Letter came back',
      'for the server: Office is closed, Office is closed, Office is closed',
    ])
  })
})
