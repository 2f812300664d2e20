import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConsentVerifier, ConsentVerifiers, type StatedConsent } from '@parakh/core'
import { expect, it } from 'vitest'
import acme, { acmeConsents } from '../../test/acme-consents.ts'
import { createTestHost } from '../host/create-test-host.ts'
import { makeDriver } from '../host/make-driver.ts'
import { type ConsentVerifierTrial, checkConsentVerifier } from './check-consent-verifier.ts'
import { testConsentVerifier } from './test-consent-verifier.ts'

const AT = new Date('2026-01-15T04:30:00.000Z')
const consent = (artefact: string): StatedConsent => ({
  ...{ accountId: 'a-1', environment: 'production', plugin: 'pan', endpoint: 'pan-to-aadhaar' },
  ...{ purpose: 'kyc', subject: 'k.hash', artefact, at: AT },
})

testConsentVerifier('of the guide', async () => {
  const kept = new Map([
    ['CM-1', { purposes: ['kyc'], until: '2026-02-01T00:00:00.000Z', withdrawn: false }],
    ['CM-2', { purposes: ['kyc'], until: '2026-01-01T00:00:00.000Z', withdrawn: false }],
  ])
  let isAway = false
  const manager = createServer((request, response) => {
    const found = kept.get(decodeURIComponent(`${request.url}`.replace('/consents/', '')))
    response.writeHead(isAway ? 500 : found ? 200 : 404, { connection: 'close' }).end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>((resolve) => void manager.listen(0, '127.0.0.1', resolve))
  manager.unref()
  const { port } = manager.address() as AddressInfo
  return {
    verifier: await makeDriver(acmeConsents, { url: `http://127.0.0.1:${port}` }),
    ...{ valid: consent('CM-1'), expired: consent('CM-2'), compares: ['purpose'] },
    withdraw: async () =>
      void kept.set('CM-1', { purposes: ['kyc'], until: '2026-02-01T00:00:00.000Z', withdrawn: true }),
    async interrupt() {
      isAway = true
      return async () => {
        isAway = false
      }
    },
  }
})

it('is the one that docs/guides/personal-data.md shows, and a host takes it', async () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
  const guide = read('../../../../docs/guides/personal-data.md')
  expect(guide).toContain(read('../../test/acme-consents.ts'))
  const consentVerifiers = { manager: { use: 'acme-consents', url: 'https://consents.acme.example' } }
  const { host } = await createTestHost({ plugins: [acme()], consentVerifiers })
  expect([...host.get(ConsentVerifiers).keys()]).toEqual(['manager'])
  await host.stop()
})

/** One that keeps its consents in memory. */
function trial(change: (sound: ConsentVerifier) => ConsentVerifier['verify']): ConsentVerifierTrial {
  const known = new Map([['CM-1', 'kyc']])
  let isAway = false
  const sound: ConsentVerifier = {
    verify({ artefact, purpose }, signal) {
      signal.throwIfAborted()
      if (isAway) throw new Error('the manager is away')
      if (artefact === 'CM-2') return { kind: 'expired' }
      return known.get(artefact) === purpose ? { kind: 'valid' } : { kind: 'invalid', reason: 'unknown' }
    },
  }
  return {
    ...{ verifier: { verify: change(sound) }, valid: consent('CM-1'), expired: consent('CM-2'), compares: ['purpose'] },
    withdraw: async () => void known.clear(),
    async interrupt() {
      isAway = true
      return async () => {
        isAway = false
      }
    },
  }
}

it('finds nothing wrong with one that keeps to it', async () => {
  expect(await checkConsentVerifier(trial(({ verify }) => verify))).toEqual([])
})

it.each<[string, string, (sound: ConsentVerifier) => ConsentVerifier['verify']]>([
  ['lets everything through', 'an unknown reference is not refused but valid', () => () => ({ kind: 'valid' })],
  ['lets nothing through', 'a valid consent is expired', () => () => ({ kind: 'expired' })],
  [
    'does not compare what it says',
    'a consent of another purpose is not refused but valid',
    ({ verify }) =>
      (given, signal) =>
        verify({ ...given, purpose: 'kyc' }, signal),
  ],
  [
    'lets through what it cannot ask about',
    'it does not throw although nobody can be asked: it tells valid',
    ({ verify }) =>
      async (given, signal) => {
        try {
          return await verify(given, signal)
        } catch {
          return { kind: 'valid' }
        }
      },
  ],
  [
    'remembers what it was told',
    'a withdrawn consent is not refused but valid',
    ({ verify }) => {
      const told = new Map<string, Awaited<ReturnType<ConsentVerifier['verify']>>>()
      return async (given, signal) => {
        const key = JSON.stringify(given)
        const verdict = told.get(key) ?? (await verify(given, signal))
        told.set(key, verdict)
        return verdict
      }
    },
  ],
  [
    'gives reasons that are no codes',
    'the reason for an unknown reference is no code of 1 to 40 of a-z, 0-9, _ and -',
    ({ verify }) =>
      async (given, signal) => {
        const verdict = await verify(given, signal)
        return verdict.kind === 'invalid' ? { kind: 'invalid', reason: `No ${given.artefact}` } : verdict
      },
  ],
  [
    'does not hear its signal',
    'the signal is not heard',
    ({ verify }) =>
      (given) =>
        verify(given, new AbortController().signal),
  ],
])('finds one that %s', async (_, fault, change) => {
  expect(await checkConsentVerifier(trial(change))).toContain(fault)
})
