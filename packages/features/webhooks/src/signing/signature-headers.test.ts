import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { newSecret } from './secret.ts'
import { type Signing, signatureHeaders } from './signature-headers.ts'

/** The vector of docs/guides/webhooks.md. */
const VECTOR = {
  id: '01JABCDEFGHJKMNPQRSTVWXYZ0',
  timestamp: 1_767_225_600,
  body: Buffer.from(
    '{"id":"01JABCDEFGHJKMNPQRSTVWXYZ0","type":"order.updated","created_at":"2026-01-01T00:00:00.000Z","environment":"production","account_id":"01J00000000000000000000000","sequence":7,"data":{"order_id":"A-1","status":"printed"}}',
  ),
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  nextSecret: 'whsec_Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA=',
} as const satisfies Signing
const guide = readFileSync(new URL('../../../../../docs/guides/webhooks.md', import.meta.url), 'utf8')
/** The code of the guide in a language. */
const codeOf = (language: string): string => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? ''

const now = (): number => Math.floor(Date.now() / 1_000)
const signed = (more: Partial<Signing> = {}) => {
  const signing = { ...VECTOR, timestamp: now(), nextSecret: null, ...more }
  return { body: Buffer.from(signing.body).toString(), headers: { ...signatureHeaders(signing) } }
}
const flipped = (body: string): string => `${body.slice(0, -1)}${body.endsWith('}') ? '|' : '}'}`

/** As a receiver has them: verifiers of others, by a secret. */
const VERIFIERS: Readonly<Record<string, (secret: string, body: string, headers: Record<string, string>) => void>> = {
  standardwebhooks: (secret, body, headers) => void new StandardWebhook(secret).verify(body, headers),
  svix: (secret, body, headers) => void new SvixWebhook(secret).verify(body, headers),
}

describe.each(Object.entries(VERIFIERS))('the verifier of %s', (_, verify) => {
  it('accepts what was signed, and nothing that differs by one bit or has another secret', () => {
    const { body, headers } = signed()
    verify(VECTOR.secret, body, headers)
    expect(() => verify(VECTOR.secret, flipped(body), headers)).toThrow()
    expect(() => verify(VECTOR.secret, body, { ...headers, 'webhook-id': 'another' })).toThrow()
    expect(() => verify(newSecret(), body, headers)).toThrow()
  })

  it('accepts both secrets while they overlap, and the old one no more after', () => {
    const { body, headers } = signed({ nextSecret: VECTOR.nextSecret })
    verify(VECTOR.secret, body, headers)
    verify(VECTOR.nextSecret, body, headers)
    const after = signed({ secret: VECTOR.nextSecret })
    verify(VECTOR.nextSecret, after.body, after.headers)
    expect(() => verify(VECTOR.secret, after.body, after.headers)).toThrow()
  })

  it('accepts every new secret', () => {
    for (let count = 0; count < 50; count += 1) {
      const secret = newSecret()
      const { body, headers } = signed({ secret })
      verify(secret, body, headers)
    }
  })
})

describe('docs/guides/webhooks.md', () => {
  it('publishes what is signed, header by header', () => {
    expect(guide).toContain(VECTOR.body.toString())
    expect(guide).toContain(VECTOR.secret)
    for (const [name, value] of Object.entries(signatureHeaders(VECTOR))) expect(guide).toContain(`${name}: ${value}`)
  })

  const { body } = VECTOR
  const headers = signatureHeaders(VECTOR)
  const asked = (more: object = {}): string =>
    JSON.stringify({
      body: body.toString(),
      secret: VECTOR.secret,
      timestamp: headers['x-timestamp'],
      signature: headers['x-signature'],
      ...more,
    })
  const ask = (command: string, code: string, given: string): string => {
    const tail =
      command === 'python3'
        ? 'import json, sys\ngiven = json.loads(sys.argv[1])\nprint("yes" if is_genuine(given["body"].encode(), given["secret"], given["timestamp"], given["signature"], 1767225600) else "no")'
        : 'const given = JSON.parse(process.argv[1])\nconsole.log(isGenuine(Buffer.from(given.body), given.secret, given.timestamp, given.signature, 1767225600) ? "yes" : "no")'
    const flags = command === 'python3' ? ['-c'] : ['--input-type=module', '-e']
    return execFileSync(command, [...flags, `${code}\n${tail}`, given], { encoding: 'utf8' }).trim()
  }
  const there = (command: string): boolean => spawnSync(command, ['--version']).status === 0

  it.each([
    [process.execPath, 'js'],
    ['python3', 'python'],
  ])('has code for %s that tells what is genuine', (command, language) => {
    const code = codeOf(language)
    expect(code).not.toBe('')
    if (!there(command)) return
    expect(ask(command, code, asked())).toBe('yes')
    expect(ask(command, code, asked({ body: flipped(body.toString()) }))).toBe('no')
    expect(ask(command, code, asked({ secret: newSecret() }))).toBe('no')
    expect(ask(command, code, asked({ timestamp: '1767225000' }))).toBe('no')
    expect(ask(command, code, asked({ signature: '' }))).toBe('no')
  })
})

it.each([
  'whsec_',
  'whsec_AAAA',
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  'whsec_not base64 at all, but long enough',
])('signs with no secret such as %s', (secret) => {
  expect(() => signatureHeaders({ ...VECTOR, secret })).toThrow('The webhook secret is invalid')
})
