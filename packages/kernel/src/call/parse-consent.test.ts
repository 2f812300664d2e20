import {
  type AuditEntry,
  type ConsentVerifier,
  ConsentVerifiers,
  defineEndpoint,
  definePlugin,
  inr,
  modern,
  StandingConsents,
  type StatedConsent,
  WithdrawnConsents,
} from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'

const request = z.object({ member: z.string() })
const common = { group: 'Roll', envelope: modern, price: inr('3'), method: 'POST', fixtures: [] } as const
const asked = { purpose: 'membership', subject: ({ member }: { member: string }) => member, regulated: true } as const
const holder = defineEndpoint({
  ...{ id: 'holder', path: '/holder', summary: 'The identity of a member', ...common },
  request,
  data: z.object({ found: z.boolean() }),
  consent: asked,
  handle: async ({ answer }) => answer({ found: true }),
})
const stated = defineEndpoint({
  ...{ id: 'stated', path: '/stated', summary: 'The same, with consent in the request', ...common },
  request: request.extend({ consent: z.literal('Y') }),
  data: z.object({ found: z.boolean() }),
  consent: { ...asked, purpose: 'audit' },
  handle: async ({ answer }) => answer({ found: true }),
})
const roll = definePlugin({ id: 'roll', contract: 1, endpoints: [holder, stated] })
const licence = { authority: 'UIDAI', number: 'KUA-17', validUntil: '2030-03-31' }

/** A verifier of tests, which writes down what it was asked. */
function verifying(verify: ConsentVerifier['verify'] = () => ({ kind: 'valid' })) {
  const seen: StatedConsent[] = []
  const driver = ConsentVerifiers.driver({
    ...{ id: 'test', options: z.object({}), needs: {} },
    make: () => ({
      verify(consent, signal) {
        seen.push(consent)
        return verify(consent, signal)
      },
    }),
  })
  return { seen, plugin: definePlugin({ id: 'consents', contract: 1, contributes: [driver] })() }
}

/** What the audit log says of consents. */
const consentsOf = (entries: readonly AuditEntry[]) => entries.filter(({ action }) => action.startsWith('consent.'))

const disposals: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const dispose of disposals.splice(0)) await dispose()
})

async function hosted(policy: object, verifier = verifying()) {
  const made = await createTestHost({
    plugins: [roll({ licence, consent: { notice: 'notice-3', ...policy } }), verifier.plugin],
    consentVerifiers: { manager: { use: 'test' } },
    funds: inr('100'),
  })
  disposals.push(() => made.host.stop())
  const call = (
    id: string,
    consentRef: string | null,
    input: object = {},
    environment: 'production' | 'sandbox' = 'production',
  ) =>
    made.host.call(id, { member: 'm-7', ...input }, made.keys[environment], consentRef === null ? {} : { consentRef })
  const spent = async () => inr('100') - (await made.store.wallet.balance(made.account.id, 'production')).balance
  return { ...made, call, spent, seen: verifier.seen }
}
const INVALID = { status: 422, code: 'CONSENT_INVALID', outcome: 'refused' }

describe('the form of a reference', () => {
  it('is that of the policy from its beginning to its end, also in the sandbox; nothing is charged for another', async () => {
    const { call, spent, store } = await hosted({ pattern: 'CM-[A-Z]{2}-\\d{1,6}' })
    for (const wrong of ['CM-AB-', 'xCM-AB-1', 'CM-AB-1x', 'CM-AB-1234567', 'CM-ab-1']) {
      const refused = await call('holder', wrong)
      expect(refused).toMatchObject(INVALID)
      expect(JSON.stringify(refused.body)).toContain('CM-[A-Z]{2}')
      expect(await call('holder', wrong, {}, 'sandbox')).toMatchObject(INVALID)
    }
    expect([await spent(), store.tables.consents]).toEqual([0, []])
    expect(await call('holder', 'CM-AB-17')).toMatchObject({ status: 200 })
    expect(store.tables.consents).toMatchObject([{ artefact: 'CM-AB-17' }])
  })

  it.each([
    '(a+)+',
    'a|b',
    'a*b*c*',
    '(?=a)',
    '\\1',
    '[a-z',
    'z-a]',
    '[z-a]',
    '',
    'a**',
    '^a$',
    'a{2',
    'a '.repeat(3),
    'a'.repeat(201),
  ])('may not be %s: it could take long to match, or is none', async (pattern) => {
    await expect(hosted({ pattern })).rejects.toMatchObject({
      faults: [expect.objectContaining({ path: 'plugins.roll.consent.pattern' })],
    })
  })

  it('is needed where a request says only yes: that names no consent which could be checked', async () => {
    const strict = await hosted({ pattern: 'CM-\\d+' })
    expect(await strict.call('stated', null, { consent: 'Y' })).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(await strict.call('stated', 'CM-1', { consent: 'Y' })).toMatchObject({ status: 200 })
    const lenient = await hosted({})
    expect(await lenient.call('stated', null, { consent: 'Y' })).toMatchObject({ status: 200 })
  })
})

describe('the purposes of a policy', () => {
  it('are all of the plugin, or those that it lists', async () => {
    const { call } = await hosted({ purposes: ['membership'] })
    expect(await call('holder', 'a-1')).toMatchObject({ status: 200 })
    const refused = await call('stated', 'a-1', { consent: 'Y' })
    expect(refused).toMatchObject(INVALID)
    expect(JSON.stringify(refused.body)).toContain('Allowed: membership')
  })

  it('are refused at the start where no endpoint has them', async () => {
    await expect(hosted({ purposes: ['member'] })).rejects.toMatchObject({
      faults: [{ path: 'plugins.roll.consent.purposes', message: expect.stringContaining('membership, audit') }],
    })
  })
})

describe('a consent verifier', () => {
  it('is asked for each stated consent in production, with the hash of the person and never the number', async () => {
    const { call, seen, account, store, clock } = await hosted({ verifier: 'manager' })
    expect(await call('holder', 'a-1')).toMatchObject({ status: 200 })
    expect(await call('holder', 'a-1', {}, 'sandbox')).toMatchObject({ status: expect.any(Number) })
    expect(await call('holder', null)).toMatchObject({ code: 'CONSENT_REQUIRED' })
    const of = { accountId: account.id, environment: 'production', plugin: 'roll', endpoint: 'holder' }
    const { subject } = store.subjects.hash('m-7')
    expect(seen).toEqual([{ ...of, purpose: 'membership', subject, artefact: 'a-1', at: clock.now() }])
    expect(JSON.stringify(seen)).not.toContain('m-7')
  })

  it.each([
    [{ kind: 'invalid', reason: 'other_person' }, 'other_person'],
    [{ kind: 'expired' }, 'has expired'],
  ] as const)('that says %j refuses the call, and nothing is charged', async (verdict, told) => {
    const { call, spent, store } = await hosted(
      { verifier: 'manager' },
      verifying(async () => verdict),
    )
    const refused = await call('holder', 'a-1')
    expect(refused).toMatchObject(INVALID)
    expect(JSON.stringify(refused.body)).toContain(told)
    expect([await spent(), store.tables.consents]).toEqual([0, []])
  })

  it.each<[string, ConsentVerifier['verify']]>([
    [
      'throws',
      () => {
        throw new Error('the manager is away')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('the manager is away')
      },
    ],
    ['says something else', async () => JSON.parse('{"kind":"fine"}')],
    ['says nothing', async () => JSON.parse('null')],
    ['gives a reason that is no code', async () => ({ kind: 'invalid', reason: 'PAN ABCPE1234F' })],
  ])('that %s lets nothing through: 503, and nothing is charged', async (_, verify) => {
    const { call, spent, store, logger } = await hosted({ verifier: 'manager' }, verifying(verify))
    const refused = await call('holder', 'a-1')
    expect(refused).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(JSON.stringify(refused.body)).not.toContain('ABCPE')
    expect([await spent(), store.tables.consents]).toEqual([0, []])
    expect(logger.lines).toContainEqual(expect.objectContaining({ event: 'consent.not_verified' }))
  })

  it('says when a consent ends, which is kept with the call', async () => {
    const expiresAt = new Date('2027-01-01T00:00:00.000Z')
    const { call, store } = await hosted(
      { verifier: 'manager' },
      verifying(() => ({ kind: 'valid', expiresAt })),
    )
    expect(await call('holder', 'a-1')).toMatchObject({ status: 200 })
    expect(store.tables.consents).toMatchObject([{ artefact: 'a-1', expiresAt: expiresAt.getTime() }])
  })

  it('that does not end is waited for 3 seconds', async () => {
    const { call } = await hosted(
      { verifier: 'manager' },
      verifying(() => new Promise(() => undefined)),
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reply = call('holder', 'a-1')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await reply).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  })

  it('must stand in the configuration under the name that a policy has', async () => {
    await expect(hosted({ verifier: 'manger' })).rejects.toMatchObject({
      faults: [{ path: 'plugins.roll.consent.verifier', message: expect.stringContaining('manager') }],
    })
  })
})

describe('a withdrawn consent', () => {
  it('is refused from the next call of its account on, before its verifier is asked; other references are not', async () => {
    const { call, host, account, seen, spent, store, clock } = await hosted({ verifier: 'manager' })
    expect(await call('holder', 'a-1')).toMatchObject({ status: 200 })
    const withdrawn = host.get(WithdrawnConsents)
    const first = { at: clock.now(), actor: 'asha' }
    expect(await withdrawn.withdraw(account.id, 'a-1', 'asha')).toEqual(first)
    clock.advance(1_000)
    expect(await withdrawn.withdraw(account.id, 'a-1', 'ravi')).toEqual(first)
    const entry = { action: 'consent.withdraw-artefact', subject: 'consent/a-1', accountId: account.id, ...first }
    expect(consentsOf(store.tables.audit)).toMatchObject([entry])
    const refused = await call('holder', 'a-1')
    expect(refused).toMatchObject(INVALID)
    expect(JSON.stringify(refused.body)).toContain('was withdrawn')
    expect([seen.length, await spent()]).toEqual([1, inr('3')])
    expect(await call('holder', 'A-1')).toMatchObject({ status: 200 })
    expect(await withdrawn.get('another-account', 'a-1')).toBeNull()
  })
})

describe('a standing declaration with an end', () => {
  it('counts until then, and a call needs a reference from then on', async () => {
    const { call, host, account, store, clock } = await hosted({ standing: true })
    const of = { accountId: account.id, plugin: 'roll' }
    const expiresAt = new Date(clock.now().getTime() + 60_000)
    const declare = (end: Date) =>
      host.get(StandingConsents).declare(of, { reference: 'agreement-7', actor: 'asha', expiresAt: end })
    await expect(declare(clock.now())).rejects.toMatchObject({ code: 'CONSENT_NOT_DECLARED' })
    await declare(expiresAt)
    expect(await host.get(StandingConsents).get(of)).toMatchObject({ expiresAt })
    expect(await call('holder', null)).toMatchObject({ status: 200 })
    expect(store.tables.consents).toMatchObject([{ artefact: 'standing:agreement-7', expiresAt: expiresAt.getTime() }])
    expect(consentsOf(store.tables.audit)).toMatchObject([
      { actor: 'asha', action: 'consent.declare', subject: 'consent/roll' },
    ])
    clock.set(expiresAt)
    expect(await call('holder', null)).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(await call('holder', 'a-1')).toMatchObject({ status: 200 })
    await host.get(StandingConsents).withdraw(of, 'ravi')
    const ended = { actor: 'ravi', action: 'consent.withdraw', after: { reference: 'agreement-7' } }
    expect(consentsOf(store.tables.audit).slice(1)).toMatchObject([ended])
  })
})
