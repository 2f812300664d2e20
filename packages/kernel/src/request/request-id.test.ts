import { describe, expect, it } from 'vitest'
import { claimOf, invalidIdHeader, isRequestId, requestIdsOf, unquotedKey } from './request-id.ts'

it('claims a request id by itself, and a long one by a digest that no request id can be', () => {
  for (const id of ['018f3c5e-7b1a-7c3d-9e2f-0123456789ab', 'bPxRfiCYEXAMPLEKEY/+w=='])
    expect([claimOf(id), isRequestId(id)]).toEqual([id, true])
  const [one, other] = ['a', '/'].map((letter) => claimOf(letter.repeat(128)))
  expect(one).toMatch(/^#[\w-]{22}$/)
  expect(one).not.toBe(other)
  expect(isRequestId(one ?? '')).toBe(false)
})

it.each([
  '2345 6789 0124',
  '2345-6789-0124',
  '2345/6789/0124',
  '2345+6789+0124',
  '=ABCPE1234F',
  'ABCPE/1234/F',
  'abcpe1234f==',
])('rejects the identity number %s', (text) => expect(isRequestId(text)).toBe(false))

const idsOf = (idempotencyKey?: string, requestId?: string) => requestIdsOf({ idempotencyKey, requestId }, () => 'new')

describe('the ids of a request', () => {
  it('are one key for the bare and the quoted form', () => {
    for (const sent of ['k/1+2==', '"k/1+2=="', ' "k/1+2==" \t'])
      expect(idsOf(sent, 'of-the-proxy')).toEqual({
        requestId: 'k/1+2==',
        headerId: 'of-the-proxy',
        idempotencyKey: 'k/1+2==',
      })
  })

  it('echo X-Request-Id only if it is valid', () => {
    for (const sent of ['ABCPE1234F', 'a b', '', 'x'.repeat(129), 'one, two'])
      expect(idsOf('key', sent)).toEqual({ requestId: 'key', headerId: 'key', idempotencyKey: 'key' })
  })

  it('name an invalid Idempotency-Key for which the call is refused, whatever X-Request-Id is', () => {
    const sent = { idempotencyKey: '"a";x=1', requestId: 'mine' }
    const ids = requestIdsOf(sent, () => 'new')
    expect(ids).toEqual({ requestId: 'mine', headerId: 'mine', idempotencyKey: null })
    expect(invalidIdHeader(sent, ids)).toBe('Idempotency-Key')
  })
})

it('reads no header of 16 kB, whose spaces would take seconds to trim', () => {
  expect(unquotedKey(`a${' '.repeat(16_000)}b`)).toBe(null)
})

/** Reads a header value one character at a time, as RFC 9651 section 4.2.5 describes. Null: it is refused. */
function readByRfc(header: string): string | null {
  const allowed = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:+/=-')
  let characters = [...header]
  while (characters[0] === ' ' || characters[0] === '\t') characters = characters.slice(1)
  while (characters.at(-1) === ' ' || characters.at(-1) === '\t') characters = characters.slice(0, -1)
  let value = ''
  if (characters[0] === '"') {
    let closed = false
    for (let at = 1; at < characters.length; at += 1) {
      const character = characters[at] ?? ''
      if (closed) return null
      if (character === '"') closed = true
      else if (character === '\\') {
        at += 1
        const escaped = characters[at]
        if (escaped !== '"' && escaped !== '\\') return null
        value += escaped
      } else if (character < ' ' || character > '~') return null
      else value += character
    }
    if (!closed) return null
  } else value = characters.join('')
  return value.length > 0 && value.length <= 128 && [...value].every((one) => allowed.has(one)) ? value : null
}

it('reads 20,000 random header values as an independent parser does', () => {
  let seed = 20_261_128
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  const PIECES = [
    '"',
    '"',
    '\\',
    '\\"',
    ' ',
    '\t',
    ',',
    ';',
    ';a=1',
    'a',
    'Z',
    '0',
    '/',
    '+',
    '=',
    '-',
    '_',
    ':',
    '.',
    '%2F',
    'é',
    '\x7f',
    '\0',
    '"k"',
    "'",
  ]
  let accepted = 0
  for (let run = 0; run < 20_000; run += 1) {
    const inner = Array.from({ length: random(6) }, () => PIECES[random(PIECES.length)]).join('')
    const length = random(200) === 0 ? 126 + random(5) : 0
    const text = random(2) === 0 ? `"${'q'.repeat(length)}${inner}"` : `${'q'.repeat(length)}${inner}`
    const expected = readByRfc(text)
    const key = unquotedKey(text)
    expect(key !== null && isRequestId(key) ? key : null, JSON.stringify(text)).toBe(expected)
    if (expected !== null) accepted += 1
  }
  expect(accepted).toBeGreaterThan(1_000)
})
