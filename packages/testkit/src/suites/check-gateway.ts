import type { SignedRequest } from '@parakh/core'
import type { GatewayEvent, PaymentGateway } from '@parakh/funding/contract'
import { signedRequest } from '@parakh/kernel'

const ID = /^[\x21-\x7e]{1,64}$/
const PAISA = 10_000
const SECOND_MS = 1_000
/** When the callbacks of a trial arrive, unless told otherwise. */
const ARRIVAL = new Date('2026-11-18T10:00:00.000Z')

/** A callback of the gateway as it was recorded, and what it tells. */
export interface GatewaySample {
  readonly body: string
  readonly event: GatewayEvent
}
/** What a gateway is tried with. */
export interface GatewayTrial {
  readonly gateway: PaymentGateway
  /** Signs a body at a time as the gateway's sender does: the headers to send with it, names in lower case. */
  sign(body: string, at: Date): Readonly<Record<string, string>>
  /** For a scheme that signs the time: after how many seconds a callback is refused. */
  readonly staleAfterSeconds?: number
  /** At least one `captured`. */
  readonly samples: readonly GatewaySample[]
}

type Headers = SignedRequest['headers']
/** Headers and the bytes that came with them. */
type Posted = Pick<SignedRequest, 'headers' | 'body'>

/** Genuine, and nothing that a gateway ever meant to send. */
const NONSENSE = [
  ...['', ' ', 'null', '[]', '{}', '{', 'true', '"payment.captured"', '{"event":null}', '{"event":{"event":"x"}}'],
  ...[
    '{"__proto__":{"polluted":true}}',
    '\u0000',
    `${'['.repeat(20_000)}`,
    '{"event":"payment.captured","payload":null}',
  ],
]

/**
 * Whether a payment gateway keeps to its contract: a signature over the raw bytes and nothing else makes a callback genuine; what is
 * genuine is told whole; nothing makes it throw.
 *
 * @returns What is wrong; empty: nothing.
 */
export function checkGateway({ gateway, sign: signAt, staleAfterSeconds, samples }: GatewayTrial): readonly string[] {
  const sign = (body: string): Headers => signAt(body, ARRIVAL)
  const faults: string[] = []
  const check = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  const read = (posted: Posted, what: string, at = ARRIVAL): GatewayEvent | null | undefined => {
    try {
      return gateway.read(signedRequest(posted, at))
    } catch {
      faults.push(`throws at ${what}`)
      return undefined
    }
  }
  check(
    samples.some(({ event }) => event.kind === 'captured'),
    'there is no sample of a captured payment',
  )
  for (const { body, event } of samples) {
    const what = `a sample of ${event.kind}`
    const signed = { headers: sign(body), body: bytesOf(body) }
    const told = read(signed, what)
    check(isSame(told, event), `${what} is read as ${JSON.stringify(told)}`)
    check(isSame(read(signed, what), told), `${what} is read differently the second time`)
    check(bytesOf(body).equals(signed.body), `${what} is changed by being read`)
    for (const fault of eventFaults(event)) faults.push(`${what}: ${fault}`)
    for (const [name, forged] of forgeries(body, sign))
      check(read(forged, name) === null, `${what} is taken for genuine ${name}`)
    if (staleAfterSeconds === undefined) continue
    const arrival = (seconds: number) => new Date(ARRIVAL.getTime() + (staleAfterSeconds + seconds) * SECOND_MS)
    check(isSame(read(signed, what, arrival(0)), event), `${what} is refused before it is stale`)
    check(read(signed, what, arrival(1)) === null, `${what} is taken for genuine when it is stale`)
    for (const [name, headers] of redated(signed.headers, signAt(body, arrival(1))))
      check(
        read({ headers, body: signed.body }, what, arrival(1)) === null,
        `${what} is taken for genuine with another ${name}`,
      )
  }
  for (const body of NONSENSE) {
    const told = read({ headers: sign(body), body: bytesOf(body) }, `signed nonsense: ${body.slice(0, 40)}`)
    check(
      told === undefined || told?.kind === 'ignored' || told?.kind === 'malformed',
      `signed nonsense is read as an event: ${body.slice(0, 40)}`,
    )
    check(read({ headers: {}, body: bytesOf(body) }, 'unsigned nonsense') === null, 'unsigned nonsense is not refused')
  }
  return [...new Set(faults)]
}

const bytesOf = (body: string): Buffer => Buffer.from(body, 'utf8')
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    : value

/** What each event must have, so that amounts are right. */
function eventFaults(event: GatewayEvent): readonly string[] {
  const faults: string[] = []
  if ('paymentId' in event && !ID.test(event.paymentId))
    faults.push('its payment id is not 1 to 64 printable characters')
  if ('refundId' in event && !ID.test(event.refundId)) faults.push('its refund id is not 1 to 64 printable characters')
  if ('amount' in event && (!Number.isSafeInteger(event.amount) || event.amount % PAISA !== 0 || event.amount <= 0))
    faults.push('its amount is not whole paise above zero, in micro-rupees')
  if ('currency' in event && !/^[A-Z]{3}$/.test(event.currency)) faults.push('its currency is not of ISO 4217')
  return faults
}

/** The same callback with something changed after it was signed, or without a signature of its own. */
function forgeries(body: string, sign: (body: string) => Headers): readonly (readonly [string, Posted])[] {
  const headers = sign(body)
  const [name = '', signature = ''] = Object.entries(headers).find(([, value]) => value.length >= 32) ?? []
  const bytes = bytesOf(body)
  const flipped = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  const signedAs = (text: string): Posted => ({ headers: { ...headers, [name]: text }, body: bytes })
  const otherEnd = signature.endsWith('0') ? '1' : '0'
  return [
    ['without a signature', { headers: {}, body: bytes }],
    ['with an empty signature', signedAs('')],
    ['with half a signature', signedAs(signature.slice(0, signature.length / 2))],
    ['with a signature that goes on', signedAs(`${signature}00`)],
    ['with one character of its signature changed', signedAs(`${signature.slice(0, -1)}${otherEnd}`)],
    ['with a signature of zeros', signedAs('0'.repeat(signature.length))],
    ['with a signature that is no text of one', signedAs('é'.repeat(signature.length))],
    ['with the signature of another body', { headers: sign(`${body} `), body: bytes }],
    ['with one bit of its body changed', { headers, body: flipped }],
    ['with its last byte cut off', { headers, body: bytes.subarray(0, -1) }],
    ['with a line break after its body', { headers, body: bytesOf(`${body}\n`) }],
  ]
}

/** One header of those that change with the time replaced by that of a later signature, where there are several. */
function redated(headers: Headers, later: Headers): readonly (readonly [string, Headers])[] {
  const changed = Object.entries(later).filter(([name, value]) => headers[name] !== value)
  return changed.length < 2 ? [] : changed.map(([name, value]) => [name, { ...headers, [name]: value }] as const)
}
