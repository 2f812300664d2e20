import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A received event. */
export interface Posting {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
/** A receiver of events on this machine. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly postings: readonly Posting[]
  /** Sets its response. */
  answer(status: number): void
}

/** Starts a receiver that answers 200 by default. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const postings: Posting[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      postings.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end('noted')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    postings,
    answer(next) {
      status = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
