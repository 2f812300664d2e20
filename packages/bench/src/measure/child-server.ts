import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MeasuredSettings } from '../servers/measured-settings.ts'
import type { ProfileRequest, ServerProfile } from '../servers/profile-requests.ts'
import type { Ready } from '../servers/ready.ts'

/** A measured server in a process of its own. */
export interface ChildServer extends Ready {
  /** Resident memory in bytes. */
  memory(): Promise<number>
  beginProfile(): Promise<void>
  /** What it did since. */
  endProfile(): Promise<ServerProfile>
  /** Ends it, and removes its log. */
  stop(): Promise<void>
}

/** The servers that are measured. */
export type ServerName = 'bare' | 'hand-written' | 'parakh' | 'every-plugin'

/** The flag of V8 that `parakh serve` sets. */
const AS_SERVED = ['--no-allocation-site-pretenuring']

/** Starts a server and waits until it can be called. @throws Where it ends before; its log stays, and is named. */
export async function startServer(name: ServerName, settings: MeasuredSettings): Promise<ChildServer> {
  // Log lines are written, to a file: their cost is part of the figure.
  const folder = mkdtempSync(join(tmpdir(), 'parakh-bench-'))
  const file = join(folder, `${name}.log`)
  const log = openSync(file, 'w')
  const child = fork(new URL(`../servers/${name}.js`, import.meta.url), {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: ['--expose-gc', ...(name === 'parakh' || name === 'every-plugin' ? AS_SERVED : [])],
    env: { ...process.env, BENCH_SERVER: JSON.stringify(settings) },
  })
  const early = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the server ${name} ended with ${code}: see ${file}`)),
  )
  const [ready] = (await Promise.race([once(child, 'message'), early])) as [Ready]
  early.catch(() => undefined)
  const ask = <Answer>(question: ProfileRequest): Promise<Answer> => askChild<Answer>(child, question)
  return {
    ...ready,
    memory: async () => (await ask<{ memory: number }>('memory')).memory,
    beginProfile: async () => void (await ask('begin-profile')),
    endProfile: () => ask<ServerProfile>('end-profile'),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function askChild<Answer>(child: ChildProcess, question: ProfileRequest): Promise<Answer> {
  child.send(question)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}
