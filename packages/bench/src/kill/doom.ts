import { openSync, writeSync } from 'node:fs'
import type { Cause, Death, DeathNote } from './windows.ts'

/** What a doomed process is told. */
export interface Doomed {
  readonly death: Death
  /** The file for its note. It outlives the process: a kill loses no page of the system's cache. */
  readonly notes: string
}

type Of = Pick<DeathNote, 'reference' | 'requestId'>

/** Carries out the death of this process. */
export class Doom {
  readonly #notes: number
  #passages = 0
  #firstAt: number | null = null

  constructor(readonly doomed: Doomed) {
    this.#notes = openSync(doomed.notes, 'a')
  }

  get death(): Death {
    return this.doomed.death
  }

  /** Counts a passage through a window. @returns True the one time when this process is to die there. */
  meets(cause: Cause): boolean {
    if (cause !== this.death.cause) return false
    this.#firstAt ??= performance.now()
    if (performance.now() - this.#firstAt < this.death.afterMs) return false
    this.#passages += 1
    return this.#passages === this.death.passage
  }

  /** Writes the note and ends the process as `kill -9` does. */
  die(of: Of = {}): never {
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
    const note: DeathNote = { pid: process.pid, cause: this.death.cause, late: this.death.late, ...of }
    writeSync(this.#notes, `${JSON.stringify(note)}\n`)
  }
}
