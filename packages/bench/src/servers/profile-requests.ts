import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/** What a measured server may be asked by its parent. */
export type ProfileRequest = 'memory' | 'begin-profile' | 'end-profile'
/** A frame of a profile of V8, with the time that was spent in it and not in what it called. */
export interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[] | undefined
}
/** Times on a processor, in microseconds. */
export interface ProcessorTime {
  /** All threads of the process. */
  readonly process: number
  /** The thread that runs JavaScript. NaN where the system does not say (only Linux does). */
  readonly mainThread: number
}
/** What the main thread did, by samples in microseconds, and how long the process was on a processor. */
export interface ServerProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
  readonly processorTime: ProcessorTime
}

const THREAD_TIMES = '/proc/thread-self/schedstat'

function processorTime(): ProcessorTime {
  const { user, system } = process.cpuUsage()
  // A sample says where a thread stood, also while it waited for a processor; this says what it was given.
  const mainThread = existsSync(THREAD_TIMES)
    ? Number(readFileSync(THREAD_TIMES, 'utf8').split(' ')[0]) / 1000
    : Number.NaN
  return { process: user + system, mainThread }
}

/** Answers what the parent asks. A profile holds what happens between the two questions: no start and no end of the process. */
export function answerProfileRequests(): void {
  const session = new Session()
  let before = processorTime()
  const answers: Record<ProfileRequest, () => Promise<object> | object> = {
    memory() {
      // Without a collection the figure says when the last one was, not what is held.
      globalThis.gc?.()
      return { memory: process.memoryUsage().rss }
    },
    async 'begin-profile'() {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.start')
      before = processorTime()
      return {}
    },
    async 'end-profile'() {
      const after = processorTime()
      const spent = { process: after.process - before.process, mainThread: after.mainThread - before.mainThread }
      const { profile } = await session.post('Profiler.stop')
      const { nodes, samples = [], timeDeltas = [] } = profile
      return { nodes, samples, timeDeltas, processorTime: spent } satisfies ServerProfile
    },
  }
  process.on('message', async (question: ProfileRequest) => process.send?.(await answers[question]()))
}
