import { defineEndpoint, definePlugin, defineProvider, modern, operation, zero } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const Code = z.object({ code: z.string().regex(/^[A-Z]{2}[0-9]{2}$/) })
const Named = Code.extend({ name: z.string() })
const named = (code: string, name: string) => ({ code, name })
const Club = defineProvider('club', {
  member: operation({ effect: 'read', input: Code, same: ['code'], output: Named }),
  guest: operation({ effect: 'read', input: Code, same: ['code'], output: Named }),
})

const data = Named.extend({ scenario: z.string().nullable() })
const shared = { group: 'Club', envelope: modern, price: zero, request: Code, data, summary: 'Find a name' } as const
const errors = { NOBODY: { message: 'Nobody has this code' } }
const troubles = [
  { scenario: 'not-found', request: { code: 'NF00' } },
  { scenario: 'upstream-failure', request: { code: 'UF00' } },
  { scenario: 'throttled', request: { code: 'TH00' } },
]

const member = defineEndpoint({
  ...{ ...shared, id: 'member', method: 'GET', path: '/member', errors, uses: Club.pick('member') },
  async handle({ request, provider, scenario, answer, fail }) {
    const found = await provider.member(request)
    return found ? answer({ ...found, scenario }) : fail('NOBODY')
  },
  fixtures: [
    { scenario: 'success', request: { code: 'AA00' }, records: { member: named('AA00', 'ASHA') } },
    { scenario: 'retired', request: { code: 'RT00' }, records: { member: named('RT00', 'RAVI') } },
    { scenario: 'true', request: { code: 'TR00' }, records: { member: named('TR00', 'TARA') }, derived: false },
    ...troubles,
  ],
})
const guest = defineEndpoint({
  ...{ ...shared, id: 'guest', method: 'GET', path: '/guest', errors, uses: Club.pick('guest') },
  async handle({ request, provider, scenario, answer, fail }) {
    const found = await provider.guest(request)
    return found ? answer({ ...found, scenario }) : fail('NOBODY')
  },
  fixtures: [
    { scenario: 'success', request: { code: 'GG00' }, records: { guest: named('GG00', 'GITA') } },
    ...troubles,
  ],
})
const sandbox = Club.implement({
  ...{ id: 'sandbox', options: z.strictObject({}), local: true },
  make: () => ({ member: async ({ code }) => named(code, 'FROM THE SOURCE') }),
})
const club = definePlugin({
  ...{ id: 'club', contract: 1, provider: Club, endpoints: [member, guest], sandbox: sandbox({}) },
})

describe('the sandbox of a plugin with a source of its own', async () => {
  const { host, keys } = await createTestHost({ plugins: [club()] })
  afterAll(() => host.stop())
  const ask = async (endpoint: string, code: string, scenario?: string) => {
    const options = scenario === undefined ? {} : { scenario }
    return await host.call(endpoint, { code }, keys.sandbox, options)
  }

  it('answers unlisted input from the source, and says that it plays nothing', async () => {
    expect((await ask('member', 'ZZ99')).data).toEqual({ code: 'ZZ99', name: 'FROM THE SOURCE', scenario: null })
  })
  it('answers the exact values of the catalogue from it, and tells the handler which scenario that is', async () => {
    expect((await ask('member', 'AA00')).data).toEqual({ code: 'AA00', name: 'ASHA', scenario: 'success' })
    expect((await ask('member', 'RT00')).data).toEqual({ code: 'RT00', name: 'RAVI', scenario: 'retired' })
  })
  it('plays a scenario that is forced, for whatever input', async () => {
    expect((await ask('member', 'ZZ99', 'retired')).data).toEqual({ code: 'ZZ99', name: 'RAVI', scenario: 'retired' })
    expect((await ask('member', 'RT00', 'success')).data).toMatchObject({
      name: 'FROM THE SOURCE',
      scenario: 'success',
    })
    expect(await ask('member', 'ZZ99', 'not-found')).toMatchObject({ status: 404, code: 'NOBODY' })
  })
  it('does not play a record that is true of its own input alone', async () => {
    expect((await ask('member', 'TR00', 'true')).data).toMatchObject({ name: 'TARA' })
    expect((await ask('member', 'ZZ99', 'true')).data).toMatchObject({ code: 'ZZ99', name: 'FROM THE SOURCE' })
  })
  it('answers from the fixtures what the source does not know', async () => {
    expect((await ask('guest', 'ZZ99')).data).toEqual({ code: 'ZZ99', name: 'GITA', scenario: null })
    expect((await ask('guest', 'ZZ99', 'success')).data).toMatchObject({ name: 'GITA', scenario: 'success' })
  })
})
