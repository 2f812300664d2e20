import { Agent, request } from 'node:http'
import { run } from 'graphile-worker'
import * as z from 'zod'

/** What the runner is told, as JSON: it is another process. */
export interface JobSettings {
  readonly connectionString: string
  /** Where each job posts to; null: a job does nothing. */
  readonly url: string | null
  readonly concurrency: number
}

const Payload = z.object({ id: z.string(), body: z.string() })
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

const post = (url: string, { id, body }: z.output<typeof Payload>): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'webhook-id': id, 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('not taken'))))
    })
    sent.once('error', reject)
    sent.end(body)
  })

// graphile-worker as its manual sets it up, with a task that posts a body: what a team would use in place of ours.
const { connectionString, url, concurrency } = JSON.parse(process.env['PARAKH_JOBS'] ?? '{}') as JobSettings
let done = 0
const runner = await run({
  ...{ connectionString, concurrency, noHandleSignals: true, pollInterval: 500, maxPoolSize: 20 },
  taskList: {
    async post(payload) {
      if (url !== null) await post(url, Payload.parse(payload))
      done += 1
    },
  },
})
process.on('message', () => process.send?.({ count: done }))
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => void runner.stop().then(() => process.exit(0)))
process.send?.({ ready: true })
