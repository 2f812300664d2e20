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
  // Assigned to an empty object: what is added to a spread has a hidden class of its own each time (decide/copies.ts).
  const body = Object.assign({}, own, envelope.data === 'nested' ? { data } : data)
  return { status: 200, body: Buffer.from(JSON.stringify(body)) }
}

/** A fault in its envelope, as bytes. */
export function sealFault(envelope: Envelope, fault: CallFault, requestId: string): Sealed {
  const { outcome, status, code, message, fields } = fault
  const reply = envelope.fault({ outcome, status, code, message, requestId, ...(fields ? { fields } : {}) })
  return { status: reply.status, body: Buffer.from(JSON.stringify(reply.body)) }
}
