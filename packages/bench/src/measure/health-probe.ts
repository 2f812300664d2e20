import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// In a thread of its own: the one that makes the load has no time to take an answer when it comes.
const { url, everyMs } = workerData as { readonly url: string; readonly everyMs: number }
const times: number[] = []
let over = false
parentPort?.once('message', () => {
  over = true
})
while (!over) {
  const began = performance.now()
  const answer = await fetch(`${url}/healthz`, { headers: { connection: 'close' } })
  await answer.text()
  times.push(performance.now() - began)
  if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`)
  await sleep(everyMs)
}
parentPort?.postMessage(times)
