import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import type { Received, ToReceivers } from './receiver-entry.ts'
import type { RigSettings } from './server-settings.ts'

/** Built code: node 20 runs no TypeScript. */
const entry = (name: string): URL => new URL(`../../dist/rig/${name}.js`, import.meta.url)
const Port = z.object({ port: z.number() })
const Count = z.object({ count: z.number() })
const Taken = z.object({
  received: z.array(z.object({ id: z.string(), body: z.string(), status: z.number(), ageMs: z.number() })),
})

/** What a process says next. @throws Where it ends before. */
async function answer(child: ChildProcess): Promise<unknown> {
  const controller = new AbortController()
  const ended = (code: number | null): void => controller.abort(new Error(`the process ended with ${code}`))
  child.once('exit', ended)
  try {
    const [message]: unknown[] = await once(child, 'message', { signal: controller.signal })
    return message
  } finally {
    child.off('exit', ended)
  }
}

/** A worker in a process of its own. */
export interface WorkerProcess {
  /** `kill -9`. Resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM. @returns The exit code, once it has drained. */
  terminate(): Promise<number | null>
}
/** Starts a worker and waits until it delivers. `buildServers` comes first. */
export async function startWorker(settings: RigSettings): Promise<WorkerProcess> {
  const child = fork(entry('worker-entry'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: { ...process.env, PARAKH_RIG: JSON.stringify(settings) },
  })
  const ended = once(child, 'exit')
  await answer(child)
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    const [code]: unknown[] = await ended
    return z.number().nullable().parse(code)
  }
  return {
    async kill() {
      await end('SIGKILL')
    },
    terminate: () => end('SIGTERM'),
  }
}

/** Receivers in a process of their own. */
export interface ReceiverProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  count(): Promise<number>
  /** What came since it was last asked. */
  take(): Promise<readonly Received[]>
  /** Whether `/moody` leaves its callers without an answer from now on; those that wait are answered when it does so no more. */
  hang(hangs: boolean): Promise<void>
  close(): Promise<void>
}
/** Starts the receivers. */
export async function startReceivers(): Promise<ReceiverProcess> {
  const child = fork(entry('receiver-entry'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    serialization: 'advanced',
  })
  const { port } = Port.parse(await answer(child))
  const ask = async (what: ToReceivers): Promise<unknown> => {
    child.send(what)
    return await answer(child)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    count: async () => Count.parse(await ask('count')).count,
    take: async () => Taken.parse(await ask('take')).received,
    hang: async (hangs) => void (await ask(hangs ? 'hang' : 'answer')),
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
