import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Doom } from './doom.ts'

/** Ends its process half way through the answer of a call that was charged. */
export function doomResponses(doom: Doom): void {
  if (doom.death.cause !== 'settled' || !doom.death.late) return
  subscribe('http.server.request.start', (message) => {
    if (typeof message === 'object' && message !== null && 'response' in message)
      interceptEnd(message.response as ServerResponse, doom)
  })
}

function interceptEnd(response: ServerResponse, doom: Doom): void {
  const end = response.end
  Object.assign(response, {
    end(...given: readonly unknown[]): unknown {
      const [body] = given
      const requestId = typeof body === 'string' ? chargedIn(body) : null
      const isDue = requestId !== null && !response.hasHeader('idempotent-replayed') && doom.meets('settled')
      if (typeof body !== 'string' || !isDue) return Reflect.apply(end, response, given)
      response.write(body.slice(0, body.length / 2), () => doom.die({ requestId }))
      return response
    },
  })
}

/** The request id of an answer that was charged. */
function chargedIn(body: string): string | null {
  if (!/"charged":[1-9]/.test(body)) return null
  return /"request_id":"([^"]+)"/.exec(body)?.[1] ?? null
}
