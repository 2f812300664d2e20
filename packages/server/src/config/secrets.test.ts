import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSigningKey } from './secrets.ts'

describe('a signing key', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })

  it.each([
    ['PEM', pem],
    ['PEM on one line of an environment file', pem.replaceAll('\n', '\\n')],
    ['base64 of PEM', Buffer.from(pem).toString('base64')],
    ['base64 of DER', der.toString('base64')],
    ['its seed in base64', der.subarray(-32).toString('base64')],
  ])('is read from %s', (_, text) => {
    expect(readSigningKey(text)?.equals(privateKey)).toBe(true)
  })

  it.each([
    '',
    'short',
    Buffer.alloc(31).toString('base64'),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  ])('is refused otherwise', (text) => {
    expect(readSigningKey(text)).toBeNull()
  })
})
