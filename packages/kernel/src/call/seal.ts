import type { Answer, Envelope } from '@parakh/core'
import type { CallFault } from './refusal.ts'

/** A body as bytes: what is stored, sent and replayed. */
export interface Sealed {
  readonly status: number
  readonly body: Uint8Array
}

/** The seventh stage: envelope and data to bytes, before anything is charged: what cannot be serialised is never charged. */
export function sealAnswer(envelope: Envelope, data: object, answer: Answer): Sealed {
  const own = envelope.wrap(answer) as unknown as object
  const text = envelope.data === 'nested' ? joined(own, { data }) : joined(own, data)
  return { status: 200, body: Buffer.from(text) }
}

/** JSON of both together, the second's fields before the first's. As texts, where no field is in both: an object of both is slow to make. */
function joined(own: object, data: object): string {
  for (const name in data) if (name in own) return JSON.stringify({ ...own, ...data })
  const [first, second] = [JSON.stringify(own), JSON.stringify(data)]
  if (first === '{}') return second
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}

/** A fault in its envelope, as bytes. */
export function sealFault(envelope: Envelope, fault: CallFault, requestId: string): Sealed {
  const { outcome, status, code, message, fields, refId } = fault
  const reply = envelope.fault({
    outcome,
    status,
    code,
    message,
    requestId,
    ...(fields ? { fields } : {}),
    ...(refId === undefined ? {} : { refId }),
  })
  return { status: reply.status, body: Buffer.from(JSON.stringify(reply.body)) }
}
