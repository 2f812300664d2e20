import { openSync, writeSync } from 'node:fs'
import type { Cause, Crash, CrashNote } from './crash-windows.ts'

/** What a process with a failpoint is given. */
export interface FailpointSettings {
  readonly crash: Crash
  /** The file for its note. It outlives the process: a kill loses no page of the system's cache. */
  readonly notes: string
}

type Of = Pick<CrashNote, 'reference' | 'requestId'>

/** Kills or stalls this process at a chosen place. */
export class Failpoint {
  readonly #notes: number
  #passages = 0
  #firstAt: number | null = null

  constructor(readonly settings: FailpointSettings) {
    this.#notes = openSync(settings.notes, 'a')
  }

  get crash(): Crash {
    return this.settings.crash
  }

  /** Counts a passage through a window. @returns True once: when this process is to be killed there. */
  isDue(cause: Cause): boolean {
    if (cause !== this.crash.cause) return false
    this.#firstAt ??= performance.now()
    if (performance.now() - this.#firstAt < this.crash.afterMs) return false
    this.#passages += 1
    return this.#passages === this.crash.passage
  }

  /** Writes the note and ends the process as `kill -9` does. */
  kill(of: Of = {}): never {
    this.#note(of)
    process.kill(process.pid, 'SIGKILL')
    // The signal has come by now; if it ever had not, nothing must go on.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }

  /** Writes the note and stops the process where it is, until somebody lets it go on. */
  stall(of: Of): void {
    this.#note(of)
    process.kill(process.pid, 'SIGSTOP')
  }

  #note(of: Of): void {
    const note: CrashNote = { pid: process.pid, cause: this.crash.cause, late: this.crash.late, ...of }
    writeSync(this.#notes, `${JSON.stringify(note)}\n`)
  }
}
