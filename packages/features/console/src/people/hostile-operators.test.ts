import { Accounts } from '@parakh/core'
import funding from '@parakh/funding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptMailed,
  type ConsolePlace,
  type ConsoleProcess,
  consolePlace,
  invited,
} from '../../test/console-world.ts'

/** A generator of numbers below a bound, from a seed (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

/** An operator: a person of the console, by a session or a credential of its own, or a credential of the machine. */
interface Operator {
  readonly name: string
  readonly email: string
  readonly personId: string | null
}
const TOKEN: Operator = { name: 'ci', email: '', personId: null }
const FROM_HOST = 2
const MOST_OPERATORS = 5
const CONFIRMATIONS = 9

describe('an operator of a generated graph of invitations', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let made = 0
  const next = (): number => {
    made += 1
    return made
  }
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    process = await place.open({ plugins: [funding({ twoOperatorsAbove: '1000.00' })] })
  })
  afterAll(() => place.end())

  const run = async (id: string, input: object, by: Operator | null, byCredential = false) => {
    const person = { sessionId: 's', steppedUpAt: place.clock.now(), methods: ['totp'], production: true }
    const caller =
      by === null
        ? { operator: 'root' }
        : by.personId === null
          ? { operator: `admin:${by.name}`, scopes: ['*'] }
          : byCredential
            ? { operator: `person:${by.personId}/ci@operators`, scopes: ['*'] }
            : { operator: `person:${by.personId}`, scopes: ['*'], person: { id: by.personId, ...person } }
    return Object(await process.server.host.run(id, input, caller))
  }
  /** Whether an operation succeeds, and the code of its refusal. */
  const outcome = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => 'done',
      (error: { readonly code?: string }) => error.code ?? 'no code',
    )
  const memberOf = async (email: string) => (await run('people.list', { operators: true, email }, null)).items[0]
  const fromHost = async (): Promise<Operator> => {
    const email = `host${next()}@platform.example`
    await invited(process, { email, role: 'admin', accountId: null })
    return { name: email, email, personId: (await memberOf(email)).person_id }
  }
  const inviteBy = async (by: Operator, email: string, byCredential: boolean): Promise<Operator> => {
    await run('people.invite', { email, role: 'admin', account_id: null }, by, byCredential)
    expect((await acceptMailed(process, email)).reply.status).toBe(200)
    return { name: email, email, personId: (await memberOf(email)).person_id }
  }

  /** The unconfirmed invitations as pairs of invited and inviter, apart from the policy. */
  type Ties = (readonly [string, string])[]
  const areOne = (ties: Ties, one: string, other: string): boolean => {
    let group = new Set([one])
    for (let size = 0; size < group.size; ) {
      size = group.size
      const joined = ties.filter((tie) => tie.some((name) => group.has(name))).flat()
      group = new Set([...group, ...joined])
    }
    return group.has(other)
  }

  it.each([1, 2, 3])(
    'approves and confirms only what operators did who are certainly other people (seed %i)',
    async (seed) => {
      const below = numbersFrom(seed)
      const { id: account_id } = await process.server.host.get(Accounts).create({ name: 'Acme', role: 'customer' })
      const ties: Ties = []
      const operators: Operator[] = []
      while (operators.length < FROM_HOST) operators.push(await fromHost())
      const pick = (): Operator => operators[below(operators.length)] ?? TOKEN
      while (operators.length < MOST_OPERATORS) {
        const by = below(6) === 0 ? TOKEN : pick()
        const joined = await inviteBy(by, `mailbox${next()}@platform.example`, below(2) === 0)
        operators.push(joined)
        ties.push([joined.name, by.name])
      }
      const approveAll = async (): Promise<void> => {
        for (const by of operators)
          for (const other of operators) {
            const asked = { account_id, environment: 'production', amount: '5000.00', reference: `credit-${next()}` }
            const { waiting_funding_id: funding_id } = await run('wallets.credit', asked, by, below(3) === 0)
            const result = await outcome(run('funding.approve', { funding_id }, other, below(3) === 0))
            const isOne = areOne(ties, by.name, other.name)
            const refusal = by === other ? 'FUNDING_SAME_OPERATOR' : 'FUNDING_OPERATORS_CONNECTED'
            expect([by.name, other.name, result]).toEqual([by.name, other.name, isOne ? refusal : 'done'])
          }
      }
      await approveAll()
      for (let turn = 0; turn < CONFIRMATIONS; turn += 1) {
        const [by, invitee, byCredential] = [below(5) === 0 ? TOKEN : pick(), pick(), below(4) === 0]
        const { membership_id } = await memberOf(invitee.email)
        const result = await outcome(run('people.confirm', { membership_id }, by, byCredential))
        const isPerson = by.personId !== null && !byCredential
        const isOther = isPerson && !areOne(ties, by.name, invitee.name)
        const expected = isOther ? 'done' : isPerson ? 'CONFIRMED_BY_ANOTHER' : 'FORBIDDEN'
        expect([by.name, invitee.name, result]).toEqual([by.name, invitee.name, expected])
        if (isOther) ties.splice(0, ties.length, ...ties.filter(([name]) => name !== invitee.name))
      }
      // A mailbox that is removed and invited again.
      const inviter = operators[0] ?? TOKEN
      const again = operators.at(-1) ?? TOKEN
      const { membership_id } = await memberOf(again.email)
      await run('people.remove', { membership_id }, inviter)
      await inviteBy(inviter, again.email, false)
      ties.push([again.name, inviter.name])
      await approveAll()
    },
  )

  it('shares the limit of what it does alone with every operator that may be the same person', async () => {
    for (let seed = 11; seed < 17; seed += 1) {
      const below = numbersFrom(seed)
      const { id: account_id } = await process.server.host.get(Accounts).create({ name: 'Shop', role: 'customer' })
      const [ada, bob] = [await fromHost(), await fromHost()]
      const operators = [ada, bob]
      const ties: Ties = []
      while (operators.length < MOST_OPERATORS) {
        const by = operators[below(operators.length)] ?? ada
        const joined = await inviteBy(by, `limit${next()}@platform.example`, false)
        operators.push(joined)
        ties.push([joined.name, by.name])
      }
      const alone: { readonly by: string; readonly amount: number }[] = []
      for (let turn = 0; turn < 12; turn += 1) {
        const by = operators[below(operators.length)] ?? ada
        const amount = 100 * (1 + below(9))
        const asked = { account_id, environment: 'production', amount: `${amount}.00`, reference: `alone-${next()}` }
        const { credited } = await run('wallets.credit', asked, by, below(3) === 0)
        const mine = alone.filter((one) => areOne(ties, one.by, by.name))
        const isWithin = mine.reduce((sum, one) => sum + one.amount, amount) <= 1_000
        expect([by.name, amount, credited]).toEqual([by.name, amount, isWithin])
        if (isWithin) alone.push({ by: by.name, amount })
      }
    }
  })
})
