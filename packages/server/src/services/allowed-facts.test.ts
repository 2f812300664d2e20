import { describe, expect, it } from 'vitest'
import { allowedFacts } from './allowed-facts.ts'

describe('the facts of a log line', () => {
  it('pass if they are harmless', () => {
    const facts = {
      status: 200,
      endpoint: 'pan-details',
      ok: true,
      code: null,
      request_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    }
    expect(allowedFacts(facts)).toEqual(facts)
  })

  it.each([
    ['a secret', 'sk_test_abcdef'],
    ['a credential of the admin API', 'adm_abcdef'],
    ['a secret of a webhook', 'whsec_abcdef'],
    ['a token', 'eyJhbGciOi.eyJzdWIi.x'],
    ['a query', 'GET /api/v1/pan-details?panno=1'],
    ['an Aadhaar', 'for 2345 6789 0124'],
    ['an Aadhaar without blanks', '234567890124'],
    ['a PAN', 'pan AAAPA1234A'],
    ['a private key', '-----BEGIN PRIVATE KEY-----'],
  ])('withhold %s', (_, text) => {
    expect(allowedFacts({ detail: text })).toEqual({ detail: '[withheld]' })
  })

  it('are short, and have plain names', () => {
    const facts = allowedFacts({ long: 'x'.repeat(10_000), 'a\nb': 1 })
    expect(String(facts['long']).length).toBeLessThan(300)
    expect(Object.keys(facts)).toEqual(['long'])
  })
})
