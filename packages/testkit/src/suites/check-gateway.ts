import type { SignedRequest } from '@parakh/core'
import type { GatewayEvent, PaymentGateway } from '@parakh/funding/contract'
import { signedRequest } from '@parakh/kernel'
import { mutatedBodies } from './mutated-bodies.ts'

const ID = /^[\x21-\x7e]{1,64}$/
const PAISA = 10_000
const SECOND_MS = 1_000
/** When the callbacks of a trial arrive, unless told otherwise. */
const ARRIVAL = new Date('2026-11-18T10:00:00.000Z')

/** A JSON callback of the gateway as it was recorded, and the event that it is read as. */
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
 * Checks a payment gateway against its contract. A signature over the raw bytes and nothing else makes a callback genuine. A genuine event is
 * read whole. With any field dropped, null or of another type, it is read with the same effect or as `malformed`, and never refused. Nothing
 * makes the gateway throw.
 *
 * @returns The faults; empty: none.
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
  for (const { body, event } of samples)
    for (const { name, body: mutated } of mutatedBodies(body)) {
      const what = `a sample of ${event.kind} (${name})`
      const told = read({ headers: sign(mutated), body: bytesOf(mutated) }, what)
      check(told !== null, `${what} is refused, although it is signed`)
      check(!told || isSameOrUnread(told, event), `${what} is read as ${JSON.stringify(told)}`)
    }
  for (const body of NONSENSE) {
    const told = read({ headers: sign(body), body: bytesOf(body) }, `signed nonsense: ${body.slice(0, 40)}`)
    check(
      told === undefined || told?.kind === 'ignored' || told?.kind === 'malformed' || told?.kind === 'noted',
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

/**
 * Whether an event of which one field was dropped, set to null or given another type is read with the same effect, or not at all. A payment may
 * lose its order and its UTR: then it matches no order.
 */
function isSameOrUnread(mutated: GatewayEvent, event: GatewayEvent): boolean {
  if (mutated.kind === 'malformed') return true
  if (event.kind === 'noted' || event.kind === 'ignored') return mutated.kind === 'noted' || mutated.kind === 'ignored'
  return JSON.stringify(effectOf(mutated)) === JSON.stringify(effectOf(event))
}

/** What an event does to money and accounts. */
function effectOf(event: GatewayEvent): readonly unknown[] {
  switch (event.kind) {
    case 'captured':
      return [event.kind, event.paymentId, event.amount, event.currency]
    case 'refunded':
      return [event.kind, event.paymentId, event.refundId, event.amount, event.currency ?? 'INR']
    case 'refund_failed':
      return [event.kind, event.paymentId, event.refundId]
    case 'disputed': {
      const taken = event.phase === 'lost' ? [event.amount, event.currency ?? 'INR'] : []
      return [event.kind, event.paymentId, event.disputeId, event.phase, ...taken]
    }
    default:
      return [event.kind]
  }
}

/** The fields that an event must have, so that amounts are right. */
function eventFaults(event: GatewayEvent): readonly string[] {
  const faults: string[] = []
  if ('paymentId' in event && typeof event.paymentId === 'string' && !ID.test(event.paymentId))
    faults.push('its payment id is not 1 to 64 printable characters')
  if ('refundId' in event && !ID.test(event.refundId)) faults.push('its refund id is not 1 to 64 printable characters')
  if ('disputeId' in event && event.disputeId !== undefined && !ID.test(event.disputeId))
    faults.push('its dispute id is not 1 to 64 printable characters')
  const amount = 'amount' in event ? (event.amount ?? null) : null
  if (amount !== null && (!Number.isSafeInteger(amount) || amount % PAISA !== 0 || amount <= 0))
    faults.push('its amount is not whole paise above zero, in micro-rupees')
  const currency = 'currency' in event ? (event.currency ?? null) : null
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) faults.push('its currency is not of ISO 4217')
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
