import { randomUUID } from 'node:crypto'
import { type Finding, fine, notSeen, toDo, warned } from './finding.ts'

const TIMEOUT_MS = 10_000
const CHECK = 'retries'
/** A call without credentials is refused and free, and its answer has the ids that reached the server. */
const PATH = '/api/v1/balance'

/** What reached the server of a request with both headers. */
interface Arrived {
  readonly requestId: boolean
  readonly key: boolean
}

/** Sends a request with both id headers. Returns a text if the answer is not one of Parakh. */
async function sendIds(url: string): Promise<Arrived | string> {
  const [requestId, key] = [`doctor-${randomUUID()}`, `doctor/${randomUUID()}+=`]
  try {
    const reply = await fetch(`${url}${PATH}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Quoted, as the draft of the IETF has it: some proxies change the quotes too.
      headers: { 'X-Request-Id': requestId, 'Idempotency-Key': `"${key}"` },
    })
    const text = await reply.text()
    const echoed = reply.headers.get('x-request-id')
    if (echoed === null) return `answered ${reply.status} without X-Request-Id`
    // A proxy may drop the header of the answer: most envelopes have the key in the body too.
    const hasKey = reply.headers.get('idempotency-key') === key || text.includes(JSON.stringify(key))
    return { requestId: echoed === requestId, key: hasKey }
  } catch {
    return 'not answered'
  }
}

/** Checks whether X-Request-Id and Idempotency-Key reach the server unchanged. The probe has no credentials, so nobody is charged. */
export async function requestIdFindings(url: string): Promise<readonly Finding[]> {
  const arrived = await sendIds(url)
  if (typeof arrived === 'string')
    return [notSeen(CHECK, `${url}${PATH} is ${arrived}`, 'Let the proxy pass /api/v1 and X-Request-Id to the server.')]
  const findings = [
    ...(arrived.key
      ? []
      : [
          toDo(
            CHECK,
            'Idempotency-Key does not reach the server unchanged: a retried call may be charged again',
            'Let the proxy pass Idempotency-Key as it is, and update servers that do not know it: docs/guides/deploy.md.',
          ),
        ]),
    ...(arrived.requestId
      ? []
      : [
          warned(
            CHECK,
            'A proxy replaces X-Request-Id: a call that is retried with it alone is charged again',
            'Callers must send Idempotency-Key, or let the proxy keep X-Request-Id: docs/guides/deploy.md.',
          ),
        ]),
  ]
  return findings.length > 0 ? findings : [fine(CHECK, 'Idempotency-Key and X-Request-Id reach the server unchanged')]
}
