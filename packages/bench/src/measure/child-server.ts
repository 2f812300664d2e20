import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ready } from '../servers/ready.ts'

/** A measured server in a process of its own. */
export interface ChildServer extends Ready {
  readonly process: ChildProcess
  /** Resident memory in bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** The servers that are measured. */
export type ServerName = 'bare' | 'hand-written' | 'parakh' | 'every-plugin'

/** Starts a server and waits until it can be called. @param callers Accounts with a key each. */
export async function startServer(name: ServerName, callers = 100): Promise<ChildServer> {
  // Log lines are written, to a file: their cost is part of the figure.
  const file = join(mkdtempSync(join(tmpdir(), 'parakh-bench-')), `${name}.log`)
  const log = openSync(file, 'w')
  const child = fork(new URL(`../servers/${name}.js`, import.meta.url), {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: ['--expose-gc'],
    env: { ...process.env, BENCH_CALLERS: String(callers) },
  })
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`the server ${name} ended with ${code}: see ${file}`)),
    ),
  ])) as [Ready]
  return {
    ...ready,
    process: child,
    async memory() {
      child.send('memory')
      const [answer] = (await once(child, 'message')) as [{ memory: number }]
      return answer.memory
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
