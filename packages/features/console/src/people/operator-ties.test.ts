import { Accounts, AuditLog } from '@parakh/core'
import funding from '@parakh/funding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptMailed,
  type ConsolePlace,
  type ConsoleProcess,
  consolePlace,
  invited,
} from '../../test/console-world.ts'

/** An operator of a test: a person, as its session acts. */
interface Operator {
  readonly personId: string
  readonly email: string
}

describe.each(['sqlite3', 'pg'] as const)('two operators are two people on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let accountId: string
  let made = 0
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open({ plugins: [funding({ twoOperatorsAbove: '1000.00' })] })
    accountId = (await process.server.host.get(Accounts).create({ name: 'Acme', role: 'customer', actor: 'test' })).id
  })
  afterAll(() => place.end())

  const address = (): string => {
    made += 1
    return `op${made}@platform.example`
  }
  const run = async (id: string, input: object, by: Operator | 'host' | 'admin:ci', more: object = {}) => {
    const session = { sessionId: 's', steppedUpAt: place.clock.now(), methods: ['totp'], production: true }
    const as =
      by === 'host'
        ? { operator: 'root' }
        : by === 'admin:ci'
          ? { operator: by, scopes: ['*'] }
          : { operator: `person:${by.personId}`, scopes: ['*'], person: { id: by.personId, ...session }, ...more }
    return Object(await process.server.host.run(id, input, as))
  }
  const memberOf = async (email: string) => {
    const { items } = await run('people.list', { operators: true, email }, 'host')
    return items[0] as {
      membership_id: string
      person_id: string
      invited_by: string
      confirmed_by: string | null
      awaits_confirmation: boolean
    }
  }
  /** An operator whom the command line has invited: it is confirmed. */
  const fromHost = async (): Promise<Operator> => {
    const email = address()
    await invited(process, { email, role: 'admin', accountId: null })
    return { email, personId: (await memberOf(email)).person_id }
  }
  const inviteBy = async (
    by: Operator | 'admin:ci',
    { email = address(), ...more }: { email?: string } & object = {},
  ) => {
    await run('people.invite', { email, role: 'admin', account_id: null }, by, more)
    const { reply } = await acceptMailed(process, email)
    expect(reply.status).toBe(200)
    return { email, personId: (await memberOf(email)).person_id }
  }
  const credit = async (by: Operator, more: object = {}) => {
    made += 1
    const asked = { account_id: accountId, environment: 'production', amount: '5000.00', reference: `credit-${made}` }
    return (await run('wallets.credit', asked, by, more)).waiting_funding_id as string
  }
  const approve = (funding_id: string, by: Operator | 'admin:ci') => run('funding.approve', { funding_id }, by)
  const confirm = async (of: Operator, by: Operator | 'host' | 'admin:ci') =>
    await run('people.confirm', { membership_id: (await memberOf(of.email)).membership_id }, by)
  const connected = { code: 'FUNDING_OPERATORS_CONNECTED' }

  it('so a second mailbox of an operator approves nothing of it until another operator confirms it', async () => {
    const [ada, other] = [await fromHost(), await fromHost()]
    const mailbox = await inviteBy(ada)
    const { membership_id } = await memberOf(mailbox.email)
    expect(await memberOf(mailbox.email)).toMatchObject({
      invited_by: `person:${ada.personId}`,
      confirmed_by: null,
      awaits_confirmation: true,
    })
    const [own, ofMailbox] = [await credit(ada), await credit(mailbox)]
    await expect(approve(own, mailbox)).rejects.toMatchObject({
      ...connected,
      message: expect.stringContaining(`Another operator must confirm ${membership_id} first`),
    })
    await expect(approve(ofMailbox, ada)).rejects.toMatchObject(connected)
    for (const by of [ada, mailbox])
      await expect(confirm(mailbox, by)).rejects.toMatchObject({ code: 'CONFIRMED_BY_ANOTHER' })
    await expect(confirm(mailbox, 'admin:ci')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await confirm(mailbox, other)).toMatchObject({
      confirmed_by: `person:${other.personId}`,
      awaits_confirmation: false,
    })
    expect(await approve(own, mailbox)).toMatchObject({ state: 'credited' })
    expect(await approve(ofMailbox, ada)).toMatchObject({ state: 'credited' })
    const { items } = await process.server.host
      .get(AuditLog)
      .list({ accountIds: null, subject: `person/${mailbox.personId}`, cursor: null, limit: 10 })
    expect(items.map(({ action }) => action)).toContain('person.confirm')
  })

  it('so mailboxes that invite and confirm one another in a chain or a circle stay one operator', async () => {
    const [ada, other] = [await fromHost(), await fromHost()]
    const second = await inviteBy(ada)
    const third = await inviteBy(second)
    await expect(confirm(second, third)).rejects.toMatchObject({ code: 'CONFIRMED_BY_ANOTHER' })
    await expect(confirm(third, ada)).rejects.toMatchObject({ code: 'CONFIRMED_BY_ANOTHER' })
    const own = await credit(ada)
    await expect(approve(own, third)).rejects.toMatchObject(connected)
    await confirm(third, other)
    await expect(approve(own, second)).rejects.toMatchObject(connected)
    expect(await approve(own, third)).toMatchObject({ state: 'credited' })
  })

  it('so removing a mailbox, inviting it again and other roles change nothing', async () => {
    const ada = await fromHost()
    const other = await fromHost()
    const mailbox = await inviteBy(ada)
    const third = await inviteBy(mailbox)
    const asked = await credit(mailbox)
    await run('people.change', { membership_id: (await memberOf(mailbox.email)).membership_id, role: 'finance' }, ada)
    await expect(approve(asked, ada)).rejects.toMatchObject(connected)
    await run('people.remove', { membership_id: (await memberOf(mailbox.email)).membership_id }, ada)
    await expect(approve(asked, ada)).rejects.toMatchObject(connected)
    await expect(approve(await credit(ada), third)).rejects.toMatchObject(connected)
    const again = await inviteBy(ada, { email: mailbox.email })
    await expect(approve(asked, ada)).rejects.toMatchObject(connected)
    await confirm(again, other)
    expect(await approve(asked, ada)).toMatchObject({ state: 'credited' })
    await run('people.remove', { membership_id: (await memberOf(again.email)).membership_id }, other)
    const third_time = await inviteBy(ada, { email: mailbox.email })
    await expect(approve(await credit(ada), third_time)).rejects.toMatchObject(connected)
  })

  it('so a credential of a person is that person: it invites, asks for and approves as the person itself', async () => {
    const ada = await fromHost()
    const asToken = { operator: `person:${ada.personId}/ci@operators`, person: null }
    await expect(approve(await credit(ada, asToken), ada)).rejects.toMatchObject({ code: 'FUNDING_SAME_OPERATOR' })
    const mailbox = await inviteBy(ada, asToken)
    await expect(approve(await credit(ada), mailbox)).rejects.toMatchObject(connected)
  })

  it('so connected operators share one limit for what they do alone', async () => {
    const ada = await fromHost()
    const mailbox = await inviteBy(ada)
    const { id } = await process.server.host.get(Accounts).create({ name: 'Shop', role: 'customer', actor: 'test' })
    const alone = (by: Operator, reference: string) =>
      run('wallets.credit', { account_id: id, environment: 'production', amount: '900.00', reference }, by)
    expect(await alone(ada, 'one')).toMatchObject({ credited: true })
    expect(await alone(mailbox, 'two')).toMatchObject({ credited: false })
  })

  it('so payments above the limit need two operators who are not connected', async () => {
    const [ada, other] = [await fromHost(), await fromHost()]
    const mailbox = await inviteBy(ada)
    made += 1
    const claim = { account_id: accountId, environment: 'production', amount: '5000.00', rail: 'imps' }
    const { funding_id } = await run('funding.submit-transfer', { ...claim, utr: `${100000000000 + made}` }, 'host')
    expect(await approve(funding_id, ada)).toMatchObject({ state: 'approved' })
    await expect(approve(funding_id, mailbox)).rejects.toMatchObject(connected)
    expect(await approve(funding_id, other)).toMatchObject({ state: 'credited' })
  })

  it('while the command line invites confirmed operators, and confirms any', async () => {
    const [ada, other] = [await fromHost(), await fromHost()]
    expect(await memberOf(ada.email)).toMatchObject({ awaits_confirmation: false, confirmed_by: 'test' })
    expect(await approve(await credit(ada), other)).toMatchObject({ state: 'credited' })
    const mailbox = await inviteBy(ada)
    expect(await confirm(mailbox, 'host')).toMatchObject({ confirmed_by: 'root' })
    expect(await approve(await credit(ada), mailbox)).toMatchObject({ state: 'credited' })
    const ofToken = await inviteBy('admin:ci')
    expect(await memberOf(ofToken.email)).toMatchObject({ invited_by: 'admin:ci', awaits_confirmation: true })
  })
})
