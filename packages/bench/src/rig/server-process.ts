import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RigSettings } from './server-settings.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** How it ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** `kill -9`. Resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM. @returns The exit code, once it has drained. */
  terminate(): Promise<number | null>
  /** Stops it where it is (SIGSTOP), and lets it go on. */
  pause(): void
  resume(): void
  /** What it wrote to standard error: its log, one JSON a line. */
  log(): string
  /** Ends it and removes its log. */
  [Symbol.asyncDispose](): Promise<void>
}

/** What a process is started with besides its settings. */
export interface ProcessOptions {
  readonly environment?: NodeJS.ProcessEnv
  /** Options of node, such as `--cpu-prof`. */
  readonly execArgv?: readonly string[]
}

/** Built code, whether this file is the source or built itself: node 20 runs no TypeScript. */
const ENTRY = new URL('../../dist/rig/server-entry.js', import.meta.url)

/** Starts a server and waits until it takes calls. @throws With what it wrote, where it ends before. */
export async function startServer(settings: RigSettings, options: ProcessOptions = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-rig-'))
  const file = join(folder, 'stderr.log')
  const log = openSync(file, 'w')
  const child = fork(ENTRY, {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [...(options.execArgv ?? [])],
    env: { ...process.env, ...options.environment, PARAKH_RIG: JSON.stringify(settings) },
  })
  closeSync(log)
  const read = (): string => readFileSync(file, 'utf8')
  const ended = new Promise<Awaited<ServerProcess['ended']>>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const early = ended.then(({ code, signal }) =>
    Promise.reject(new Error(`the server ended with ${code ?? signal} before it took calls:\n${read()}`)),
  )
  const [{ url }] = (await Promise.race([once(child, 'message'), early])) as [{ url: string }]
  early.catch(() => undefined)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    kill,
    async terminate() {
      child.kill('SIGTERM')
      return (await ended).code
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    log: read,
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
