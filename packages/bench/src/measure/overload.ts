import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { LOOKUP_PATH } from '../servers/ready.ts'
import type { Probed } from './flood-probe.ts'
import { load } from './load.ts'
import { type RunningServer, startMeasuredServer, withPostgres } from './measured-server.ts'
import { at, median } from './median.ts'
import { circumstances, REPETITIONS, SECONDS, WARM_UP_SECONDS } from './settings.ts'
import { milliseconds, table } from './table.ts'

/** Connections of a server that is not pressed, and of one that carries what it can. */
const UNLOADED = 16
const CARRIED = 128
/** Connections that call again as soon as they are answered, refused or not. */
const FLOODS = [5 * CARRIED, 20 * CARRIED]
/** Beside each flood: connections that send a byte a second. */
const SLOW_SOCKETS = 200

/** One flood. */
interface Flooded {
  readonly acceptedPerSecond: number
  readonly refusedPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly healthP99Ms: number
  readonly longestHealthMs: number
  readonly memoryMb: number
}

/** Sockets that begin a request and never end it. @returns Ends them. */
function slowSockets(url: string): () => void {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: SLOW_SOCKETS }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(`GET ${LOOKUP_PATH} HTTP/1.1\r\nHost: slow\r\nX-Slow: `)
    return socket
  })
  const drip = setInterval(() => {
    for (const socket of sockets) socket.write('a')
  }, 1_000)
  return () => {
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
  }
}

/** Calls and asks for health beside a flood. @returns Ends it: how long each answer took. */
function probe(url: string, callers: RunningServer['callers']): () => Promise<Probed> {
  const worker = new Worker(new URL('./flood-probe.js', import.meta.url), { workerData: { url, callers } })
  const probed = once(worker, 'message').then(
    ([told]: readonly Probed[]) => told ?? { accepted: 0, acceptedMs: [], healthMs: [] },
  )
  return () => {
    worker.postMessage('end')
    return probed
  }
}

async function flood({ servers, callers }: RunningServer, connections: number, seconds: number): Promise<Flooded> {
  const [server] = servers
  if (!server) throw new TypeError('a server is running')
  const { url } = server
  const requests = callers.map((headers) => ({ method: 'GET' as const, path: LOOKUP_PATH, headers: { ...headers } }))
  const endSlow = slowSockets(url)
  const counts = new Map<number, number>()
  // Connections are opened and a first burst is let through: that passes.
  const fromMs = performance.now() + 1_000 * WARM_UP_SECONDS
  const begun = sleep(1_000 * WARM_UP_SECONDS).then(() => probe(url, callers))
  let opened = 0
  const result = await autocannon({
    ...{ url, connections, duration: WARM_UP_SECONDS + seconds, timeout: 30, requests },
    setupClient(client) {
      const first = opened++ % requests.length
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
      client.on('response', (status) => {
        if (performance.now() >= fromMs) counts.set(status, (counts.get(status) ?? 0) + 1)
      })
    },
  })
  const memoryMb = (await server.memory()) / 1_048_576
  const probed = await (await begun)()
  endSlow()
  const [accepted = 0, refused = 0] = [counts.get(200), counts.get(503)]
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (result.errors > 0 || total > accepted + refused)
    throw new Error(`${result.errors} calls failed, others were answered with ${[...counts.keys()].join(', ')}`)
  const [times, health] = [Float64Array.from(probed.acceptedMs).sort(), Float64Array.from(probed.healthMs).sort()]
  return {
    acceptedPerSecond: (accepted + probed.accepted) / seconds,
    refusedPerSecond: refused / seconds,
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
    healthP99Ms: at(health, 0.99),
    longestHealthMs: health.at(-1) ?? Number.NaN,
    memoryMb,
  }
}

/** One server under each load, several times. */
async function rowsOf(name: string, start: () => Promise<RunningServer>): Promise<readonly (readonly string[])[]> {
  const running = await start()
  await load(running, { connections: CARRIED, seconds: WARM_UP_SECONDS })
  const unloaded: number[] = []
  const carried: number[] = []
  const floods = FLOODS.map((connections) => ({ connections, runs: [] as Flooded[] }))
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1) {
    unloaded.push((await load(running, { connections: UNLOADED, seconds: SECONDS })).p99Ms)
    carried.push((await load(running, { connections: CARRIED, seconds: SECONDS })).callsPerSecond)
    for (const { connections, runs } of floods) {
      const run = await flood(running, connections, SECONDS)
      runs.push(run)
      process.stderr.write(`${repetition}/${REPETITIONS} ${name}, ${connections} connections: ${JSON.stringify(run)}\n`)
    }
  }
  await running.close()
  return floods.map(({ connections, runs }) => {
    const of = (read: (run: Flooded) => number): number => median(runs.map(read))
    const [p99Ms, unloadedMs] = [of((run) => run.p99Ms), median(unloaded)]
    const offered = of((run) => run.acceptedPerSecond + run.refusedPerSecond) / median(carried)
    return [
      ...[name, String(connections), `${offered.toFixed(1)} x`, String(Math.round(median(carried)))],
      ...[of((run) => run.acceptedPerSecond), of((run) => run.refusedPerSecond)].map((one) => String(Math.round(one))),
      ...[milliseconds(of((run) => run.p50Ms)), milliseconds(p99Ms), milliseconds(unloadedMs)],
      ...[(p99Ms / unloadedMs).toFixed(1), milliseconds(of((run) => run.healthP99Ms))],
      ...[milliseconds(of((run) => run.longestHealthMs)), String(Math.round(of((run) => run.memoryMb)))],
    ]
  })
}

/** What accepted callers and health wait for while many more call than a server carries, and none of them waits when it is refused. */
export async function overload(): Promise<string> {
  const measured = { name: 'parakh-upstream', server: 'parakh', source: 'upstream', sheds: true } as const
  const rows = [
    ...(await rowsOf('SQLite', () => startMeasuredServer(measured))),
    ...(await withPostgres((postgres) => rowsOf('PostgreSQL', () => startMeasuredServer({ ...measured, postgres })))),
  ]
  const head = [
    ...['database', 'connections', 'offered', 'carried, calls/s', 'accepted/s', 'refused/s', 'p50 ms', 'p99 ms'],
    ...[`p99 at ${UNLOADED}, ms`, 'ratio', 'health p99 ms', 'health longest ms', 'memory MB'],
  ]
  const run = `one process, ${SLOW_SOCKETS} slow connections beside each flood, callers that call again at once; times of 64 more callers and of health on new connections, from a thread of their own; medians of ${REPETITIONS} runs of ${SECONDS} s.`
  return `${circumstances(run)}\n\n${table(head, rows)}`
}
