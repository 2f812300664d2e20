import { createServer, type ServerResponse } from 'node:http'

/** One post, as the receiver saw it. */
export interface Received {
  readonly id: string
  readonly body: string
  readonly status: number
  /** From the event's time until now, in milliseconds. */
  readonly ageMs: number
}

/** What the rig may tell the receivers, or ask of them. */
export type ToReceivers = 'count' | 'take' | 'hang' | 'answer'

// Receivers of events, by path: `/fail/<percent>` fails that often, `/moody` answers unless it is told to hang and is not counted, all
// else is taken.
let received: Received[] = []
let hangs = false
let hanging: ServerResponse[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/moody') {
      if (hangs) hanging.push(response)
      else response.end()
      return
    }
    const body = Buffer.concat(chunks).toString()
    const percent = Number(/^\/fail\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
    const status = Math.random() * 100 < percent ? 500 : 200
    const createdAt = Date.parse(/"created_at":"([^"]+)"/.exec(body)?.[1] ?? '')
    received.push({ id: String(request.headers['webhook-id']), body, status, ageMs: Date.now() - createdAt })
    response.writeHead(status).end()
  })
})
server.keepAliveTimeout = 60_000
const mood = (next: boolean): void => {
  hangs = next
  if (next) return
  for (const response of hanging) response.end()
  hanging = []
}
process.on('message', (told: ToReceivers) => {
  if (told === 'count') process.send?.({ count: received.length })
  else if (told === 'take') {
    process.send?.({ received })
    received = []
  } else {
    mood(told === 'hang')
    process.send?.({})
  }
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
