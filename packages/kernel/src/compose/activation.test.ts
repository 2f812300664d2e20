import {
  defineEndpoint,
  definePlugin,
  defineProvider,
  inr,
  modern,
  operation,
  StandingConsents,
  zero,
} from '@parakh/core'
import { Aadhaar } from '@parakh/core/formats'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallSettings } from '../runtime/call-settings.ts'

/** Regulated lookups in every form: by header, by a field of the request, by a write, and without any provider. */
const Holder = z.object({ member: z.string(), aadhaar: Aadhaar })
const RollProvider = defineProvider('roll', {
  holder: operation({ effect: 'read', input: z.object({ member: z.string() }), same: ['member'], output: Holder }),
  name: operation({ effect: 'read', input: z.object({ member: z.string() }), output: z.object({ name: z.string() }) }),
})
const request = z.object({ member: z.string() })
const common = { group: 'Roll', envelope: modern, price: inr('3') } as const
const holder = defineEndpoint({
  ...{ id: 'holder', method: 'GET', path: '/holder', summary: 'The identity of a member', ...common },
  request,
  data: z.object({ aadhaar: z.string() }),
  errors: { NO_SUCH_MEMBER: { message: 'No such member' } },
  uses: RollProvider.pick('holder'),
  consent: { purpose: 'membership', subject: ({ member }) => member, regulated: true },
  async handle({ request, provider, answer, fail, reveal }) {
    const found = await provider.holder(request)
    return found ? answer({ aadhaar: reveal(found.aadhaar) }) : fail('NO_SUCH_MEMBER')
  },
  fixtures: [
    {
      scenario: 'success',
      request: { member: 'm-1' },
      records: { holder: { member: 'm-1', aadhaar: '000000000001' } },
    },
  ],
})
const stated = defineEndpoint({
  ...{ id: 'stated', method: 'POST', path: '/stated', summary: 'The same, with consent in the request', ...common },
  request: request.extend({ consent: z.literal('Y') }),
  data: z.object({ found: z.boolean() }),
  uses: RollProvider.pick('holder'),
  consent: { purpose: 'membership', subject: ({ member }) => member, regulated: true },
  handle: async ({ request, provider, answer }) => answer({ found: (await provider.holder(request)) !== null }),
  fixtures: [],
})
const name = defineEndpoint({
  ...{ id: 'name', method: 'GET', path: '/name', summary: 'The name of a member', ...common },
  request,
  data: z.object({ name: z.string() }),
  errors: { NO_SUCH_MEMBER: { message: 'No such member' } },
  uses: RollProvider.pick('name'),
  async handle({ request, provider, answer, fail }) {
    const found = await provider.name(request)
    return found ? answer(found) : fail('NO_SUCH_MEMBER')
  },
  fixtures: [],
})
const derived = defineEndpoint({
  ...{ id: 'derived', method: 'GET', path: '/derived', summary: 'An identity worked out here', ...common },
  price: zero,
  request,
  data: z.object({ guess: z.string() }),
  consent: { purpose: 'membership', subject: ({ member }) => member, regulated: true },
  handle: async ({ answer }) => answer({ guess: 'XXXX XXXX 2346' }),
  fixtures: [],
})
const endpoints = [holder, stated, name, derived]
const roll = definePlugin({ id: 'roll', contract: 1, provider: RollProvider, endpoints })

/** A source in this process that counts what it is asked. */
function register(id = 'register') {
  const asked: string[] = []
  const source = RollProvider.implement({
    id,
    options: z.object({}),
    make: () => ({
      holder: async ({ member }) => {
        asked.push(member)
        return { member, aadhaar: '234123412346' }
      },
      name: async () => ({ name: 'ASHA RAO' }),
    }),
  })({})
  return { asked, source, authorised: { ...source, authorised: true } }
}

const licence = { authority: 'UIDAI', number: 'KUA-17', validUntil: '2026-03-31' }
const consent = { notice: 'notice-3' }
type RollOptions = NonNullable<Parameters<typeof roll>[0]>
const whole = (options: RollOptions = {}) => {
  const source = register()
  return { source, options: { live: source.authorised, licence, consent, ...options } }
}
async function hosted(options: object, settings: Partial<CallSettings> = {}) {
  const made = await createTestHost({ plugins: [roll(options)], funds: inr('100'), settings })
  const { host, keys, store, account } = made
  const ask = (id: string, more: { consentRef?: string; requestId?: string } = { consentRef: 'artefact-9' }) =>
    host.call(id, { member: 'm-7' }, keys.production, more)
  const spent = async () => inr('100') - (await store.wallet.balance(account.id, 'production')).balance
  const reason = (id: string) => {
    const found = host.endpoints.find(({ endpoint }) => endpoint.id === id)?.activation('production')
    return found?.active ? 'active' : found?.reason
  }
  return { ...made, ask, spent, reason }
}
const without = (part: string) => {
  const { source, options } = whole()
  return { source, options: Object.fromEntries(Object.entries(options).filter(([field]) => field !== part)) }
}

describe('a regulated endpoint in production', () => {
  it.each([
    ['a live provider', without('live'), 'no live provider is configured'],
    ['an authorised one', whole({ live: register().source }), 'regulated: no live provider is marked authorised'],
    ['a licence', without('licence'), 'regulated: no licence is configured'],
    ['a consent policy', without('consent'), 'regulated: no consent policy is configured'],
    [
      'a licence that still holds',
      whole({ licence: { ...licence, validUntil: '2026-01-14' } }),
      'regulated: the licence ended on 2026-01-14',
    ],
  ])('is locked without %s: 403, nobody is asked, nothing is charged', async (_, { source, options }, why) => {
    const { host, keys, store, ask, spent, reason } = await hosted(options)
    expect(reason('holder')).toBe(why)
    expect(await ask('holder')).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED', outcome: 'refused' })
    expect([source.asked, await spent(), store.tables.consents]).toEqual([[], 0, []])
    // The sandbox has nobody to protect.
    expect(await host.call('holder', { member: 'm-1' }, keys.sandbox)).toMatchObject({ status: 200 })
    await host.stop()
  })

  it('is locked even where it asks no provider', async () => {
    const { host, ask, reason } = await hosted({})
    expect(reason('derived')).toBe('regulated: no licence is configured')
    expect(await ask('derived')).toMatchObject({ status: 403 })
    const licensed = await hosted(whole().options)
    expect(await licensed.ask('derived')).toMatchObject({ status: 200 })
    await Promise.all([host.stop(), licensed.host.stop()])
  })

  it('leaves those open that are not regulated', async () => {
    const { host, ask } = await hosted({ live: register().source })
    expect(await ask('name', {})).toMatchObject({ status: 200, data: { name: 'ASHA RAO' } })
    expect(await ask('holder')).toMatchObject({ status: 403 })
    await host.stop()
  })

  it('answers to the last minute of the licence in India, and is locked in the next, replays too', async () => {
    const { source, options } = whole()
    const { host, clock, ask, spent } = await hosted(options)
    clock.set(new Date('2026-03-31T23:59:59.999+05:30'))
    const first = { consentRef: 'artefact-9', requestId: 'one' }
    expect(await ask('holder', first)).toMatchObject({ status: 200 })
    clock.set(new Date('2026-04-01T00:00:00.000+05:30'))
    expect(await ask('holder', first)).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED' })
    expect(await ask('holder')).toMatchObject({ status: 403 })
    expect([source.asked, await spent()]).toEqual([['m-7'], inr('3')])
    await host.stop()
  })

  it('never asks a provider that is not authorised, wherever it stands in the list', async () => {
    const [plain, authorised] = [register('plain'), register('authorised')]
    const { host, ask } = await hosted({ live: [plain.source, authorised.authorised], licence, consent })
    expect(await ask('holder')).toMatchObject({ status: 200 })
    expect([plain.asked, authorised.asked]).toEqual([[], ['m-7']])
    await host.stop()
  })

  it.each([
    ['masks identity numbers', {}, 'XXXX XXXX 2346'],
    ['shows them whole where the licence allows it', { fullIdentifiers: true }, '234123412346'],
  ])('%s', async (_, more, shown) => {
    const { host, ask } = await hosted(whole({ licence: { ...licence, ...more } }).options)
    expect((await ask('holder')).data).toEqual({ aadhaar: shown })
    await host.stop()
  })
})

describe('consent', () => {
  const licensed = (policy: object = {}) => hosted(whole({ consent: { ...consent, ...policy } }).options)
  const said = (consents: readonly object[]) => consents.map((row) => ({ ...row, subject: null, subjectKey: null }))

  it('is required, and is written with each call that is let in: whose, for what, by which notice, when, from where', async () => {
    const { host, keys, store, clock, account, ask, spent } = await licensed()
    expect(await ask('holder', {})).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED', outcome: 'refused' })
    expect(await ask('holder', { consentRef: '' })).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect([store.tables.consents, await spent()]).toEqual([[], 0])
    await host.call('holder', { member: 'm-7' }, keys.production, { consentRef: 'artefact-9', ip: '203.0.113.9' })
    const [call] = [...store.tables.calls.values()]
    expect(said(store.tables.consents)).toEqual([
      {
        ...{ accountId: account.id, environment: 'production', reference: call?.reference, subject: null },
        ...{ subjectKey: null, purpose: 'membership', notice: 'notice-3', artefact: 'artefact-9' },
        ...{ ip: '203.0.113.9', at: clock.now().getTime(), expiresAt: null },
      },
    ])
    await host.stop()
  })

  it.each([
    ['truncated', /^203\.0\.113\.0$/],
    ['hashed', /^[\w-]+\.[\w-]{20,}$/],
  ] as const)(
    'keeps the address of a caller %s where the setting says so, in the usage log too',
    async (keptAddresses, kept) => {
      const { host, keys, store } = await hosted(whole().options, { keptAddresses })
      await host.call('holder', { member: 'm-7' }, keys.production, { consentRef: 'artefact-9', ip: '203.0.113.9' })
      const rows = [...store.tables.consents, ...store.tables.usage].map(({ ip }) => ip)
      expect(rows).toEqual([expect.stringMatching(kept), expect.stringMatching(kept)])
      await host.stop()
    },
  )

  it('keeps a keyed hash of the person in the place of the number, the same for the same person', async () => {
    const { host, keys, store, ask } = await licensed()
    await ask('holder')
    await ask('holder')
    await host.call('holder', { member: 'm-8' }, keys.production, { consentRef: 'artefact-9' })
    const subjects = store.tables.consents.map(({ subject }) => subject)
    expect(subjects[0]).toBe(subjects[1])
    expect(subjects[0]).not.toBe(subjects[2])
    expect(JSON.stringify(store.tables.consents)).not.toContain('m-7')
    await host.stop()
  })

  it('is not written twice for a replay, nor for a call that the wallet refuses', async () => {
    const { host, store, account, ask } = await licensed()
    const once = { consentRef: 'artefact-9', requestId: 'one' }
    await ask('holder', once)
    await ask('holder', once)
    expect(store.tables.consents).toHaveLength(1)
    for (let spent = 1; spent < 33; spent += 1) await ask('holder')
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ balance: inr('1') })
    expect(await ask('holder')).toMatchObject({ status: 402 })
    expect(store.tables.consents).toHaveLength(33)
    await host.stop()
  })

  it('stands in the request where the endpoint has a field for it', async () => {
    const { host, keys, store } = await licensed()
    const ask = (input: object) => host.call('stated', { member: 'm-7', ...input }, keys.production)
    expect(await ask({})).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(await ask({ consent: 'N' })).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(await ask({ consent: 'Y' })).toMatchObject({ status: 200 })
    expect(store.tables.consents).toMatchObject([{ artefact: 'Y', notice: 'notice-3' }])
    await host.stop()
  })

  it('may stand once for all for an account that declared so, where the policy allows it; what a call brings goes before', async () => {
    const { host, store, account, ask } = await licensed({ standing: true })
    const of = { accountId: account.id, plugin: 'roll' }
    expect(await ask('holder', {})).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    await host.get(StandingConsents).declare(of, { reference: 'agreement-7', actor: 'asha' })
    expect(await ask('holder', {})).toMatchObject({ status: 200 })
    expect(await ask('holder')).toMatchObject({ status: 200 })
    expect(store.tables.consents).toMatchObject([{ artefact: 'standing:agreement-7' }, { artefact: 'artefact-9' }])
    expect(await host.get(StandingConsents).withdraw(of, 'asha')).toBe(true)
    expect(await host.get(StandingConsents).withdraw(of, 'asha')).toBe(false)
    expect(await ask('holder', {})).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    await host.get(StandingConsents).declare(of, { reference: 'agreement-8', actor: 'asha' })
    expect(await host.get(StandingConsents).get(of)).toEqual({
      reference: 'agreement-8',
      notice: 'notice-3',
      actor: 'asha',
      expiresAt: null,
    })
    await host.stop()
  })

  it('cannot be declared once for all where the policy does not allow it, nor without a reference', async () => {
    const strict = await licensed()
    const refused = expect.objectContaining({ code: 'CONSENT_NOT_DECLARED' })
    const of = { accountId: strict.account.id, plugin: 'roll' }
    await expect(strict.host.get(StandingConsents).declare(of, { reference: 'r', actor: 'a' })).rejects.toEqual(refused)
    await strict.host.stop()
    const lenient = await licensed({ standing: true })
    const declare = (reference: string) =>
      lenient.host.get(StandingConsents).declare({ ...of, accountId: lenient.account.id }, { reference, actor: 'a' })
    for (const reference of ['', 'two words', 'x'.repeat(129), 'ABCPE1234F'])
      await expect(declare(reference)).rejects.toEqual(refused)
    await lenient.host.stop()
  })

  it.each(['two words', 'x'.repeat(129), 'größe', 'Y', 'sandbox', 'standing:agreement-7'])(
    'is not a reference that nobody could look up: %s',
    async (consentRef) => {
      const { host, ask } = await licensed()
      expect(await ask('holder', { consentRef })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      await host.stop()
    },
  )

  it.each(['234123412346', '2341-2341-2346', 'ABCPE1234F'])(
    'a consent reference is not the identity number %s, in a call or a standing declaration',
    async (consentRef) => {
      const { host, ask } = await licensed()
      const refused = await ask('holder', { consentRef })
      expect(refused).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
      expect(JSON.stringify(refused.body)).not.toContain(consentRef)
      await host.stop()
    },
  )
})

describe('the options of a regulated plugin', () => {
  const faultsOf = (options: object) =>
    createTestHost({ plugins: [roll(options)] }).then(
      () => [],
      (error: { faults: { path: string }[] }) => error.faults.map(({ path }) => path),
    )
  it.each([
    ['a day that is none', { licence: { ...licence, validUntil: '2026-02-30' } }, 'licence.validUntil'],
    ['a licence without a number', { licence: { ...licence, number: '' } }, 'licence.number'],
    ['a policy without a notice', { consent: { notice: '' } }, 'consent.notice'],
    ['an authorisation that is neither true nor false', { live: { ...register().source, authorised: 'yes' } }, 'live'],
  ])('are refused with %s', async (_, options, path) => {
    expect(await faultsOf(options)).toEqual([expect.stringContaining(`plugins.roll.${path}`)])
  })
})
