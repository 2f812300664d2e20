import { once } from 'node:events'
import { createServer } from 'node:http'

/** A receiver of events on this machine. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** The ids of the received events, in order. */
  readonly ids: readonly string[]
}

/** Starts a receiver that accepts everything. */
export async function receiver(): Promise<Receiver> {
  const ids: string[] = []
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    ids,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
