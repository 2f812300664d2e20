import { describe, expect, it } from 'vitest'
import { SmtpOptions } from './smtp-options.ts'

const GOOD = { host: 'smtp.acme.example', from: 'otp@acme.example' }

describe('the options of smtp', () => {
  it('are safe unless they are told otherwise', () => {
    expect(SmtpOptions.parse(GOOD)).toMatchObject({ port: 587, secure: false, requireTLS: true, tls: {} })
    expect(SmtpOptions.parse({ ...GOOD, port: '465' })).toMatchObject({ port: 465, secure: true })
    expect(SmtpOptions.parse({ ...GOOD, port: 2465, secure: true })).toMatchObject({ port: 2465, secure: true })
  })

  it.each([
    ['otp@acme.example', { name: '', address: 'otp@acme.example' }],
    ['<otp@acme.example>', { name: '', address: 'otp@acme.example' }],
    ['Acme Verify <otp@acme.example>', { name: 'Acme Verify', address: 'otp@acme.example' }],
    ['"Acme, Verify" <otp@acme.example>', { name: 'Acme, Verify', address: 'otp@acme.example' }],
    ['परख <otp@acme.example>', { name: 'परख', address: 'otp@acme.example' }],
  ])('read %s', (from, sender) => {
    expect(SmtpOptions.parse({ ...GOOD, from }).from).toEqual(sender)
  })

  const auth = { user: 'otp', pass: 'secret' }
  it.each([
    ['host', { host: '' }],
    ['port', { port: 0 }],
    ['port', { port: 'many' }],
    ['from', { from: 'nobody' }],
    ['from', { from: 'Acme\r\nBcc: eve@example.com <otp@acme.example>' }],
    ['from', { from: 'a@acme.example, b@acme.example' }],
    ['requireTLS', { auth, requireTLS: false }],
    ['auth', { auth: { user: 'otp' } }],
    ['tls', { tls: { rejectUnauthorized: false } }],
    ['replyTimeoutMs', { replyTimeoutMs: 20_001 }],
    ['', { pool: true }],
  ])('refuse what is wrong with %s: %j', (field, given) => {
    const parsed = SmtpOptions.safeParse({ ...GOOD, ...given })
    expect(String(parsed.error?.issues[0]?.path[0] ?? '')).toBe(field)
    if (field === 'from') expect(parsed.error?.issues[0]?.path).toEqual(['from'])
    expect(JSON.stringify(parsed.error?.issues)).not.toContain('secret')
  })

  it('let a password go to a host that speaks TLS from the first byte', () => {
    expect(SmtpOptions.safeParse({ ...GOOD, auth, port: 465, requireTLS: false }).success).toBe(true)
  })
})
