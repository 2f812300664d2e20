import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Failpoint } from './failpoint.ts'

/** Kills its process half way through the response of a charged call. */
export function failInResponses(failpoint: Failpoint): void {
  if (failpoint.crash.cause !== 'settled' || !failpoint.crash.late) return
  subscribe('http.server.request.start', (message) => {
    if (typeof message === 'object' && message !== null && 'response' in message)
      interceptEnd(message.response as ServerResponse, failpoint)
  })
}

function interceptEnd(response: ServerResponse, failpoint: Failpoint): void {
  const end = response.end
  Object.assign(response, {
    end(...given: readonly unknown[]): unknown {
      const [body] = given
      const requestId = typeof body === 'string' ? chargedIn(body) : null
      const isDue = requestId !== null && !response.hasHeader('idempotent-replayed') && failpoint.isDue('settled')
      if (typeof body !== 'string' || !isDue) return Reflect.apply(end, response, given)
      response.write(body.slice(0, body.length / 2), () => failpoint.kill({ requestId }))
      return response
    },
  })
}

/** The request id of an answer that was charged. */
function chargedIn(body: string): string | null {
  if (!/"charged":[1-9]/.test(body)) return null
  return /"request_id":"([^"]+)"/.exec(body)?.[1] ?? null
}
