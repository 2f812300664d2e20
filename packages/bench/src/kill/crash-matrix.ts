import type { Finding } from './compare.ts'
import type { CrashNote } from './crash-windows.ts'
import type { CallRow } from './final-state.ts'

/** What is known of the calls during which a process was killed. */
export interface Aftermath {
  readonly notes: readonly CrashNote[]
  readonly calls: readonly CallRow[]
  /** Orders and jobs that the upstream took, by reference. */
  readonly orders: ReadonlyMap<string, string>
}

/** Where the calls of the dead came to in the end: `held-write: released`, and how often. */
export function tallyAftermath({ notes, calls }: Aftermath): ReadonlyMap<string, number> {
  const ended = phasesOf(calls)
  const tally = new Map<string, number>()
  for (const note of notes.filter(isOfCall)) {
    const what = `${note.cause}${note.late ? ' (late)' : ''}: ${ended(note)}`
    tally.set(what, (tally.get(what) ?? 0) + 1)
  }
  return tally
}

/** Compares the end of each call during which a process was killed with the crash matrix. */
export function checkAftermath({ notes, calls, orders }: Aftermath): readonly Finding[] {
  const ended = phasesOf(calls)
  return notes.filter(isOfCall).flatMap((note) => {
    const { cause, reference = note.requestId ?? '' } = note
    const allowed = phasesAfter(note, orders.has(reference))
    const phase = ended(note)
    if (allowed.includes(phase)) return []
    return { fault: 'crash-matrix', detail: `${cause} ${reference}: ${phase}, allowed: ${allowed.join(', ')}` }
  })
}

const isOfCall = ({ reference, requestId }: CrashNote): boolean => reference !== undefined || requestId !== undefined

/** By reference; where only the request id is known, by the call that keeps its answer. */
function phasesOf(calls: readonly CallRow[]): (note: CrashNote) => string {
  const byReference = new Map(calls.map(({ reference, phase }) => [reference, phase]))
  const answered = new Set(calls.filter(({ phase }) => phase === 'answered').map(({ requestId }) => requestId))
  return ({ reference, requestId = '' }) => {
    if (reference !== undefined) return byReference.get(reference) ?? 'no call'
    return answered.has(requestId) ? 'answered' : 'no answered call'
  }
}

function phasesAfter({ cause, late }: CrashNote, taken: boolean): readonly string[] {
  switch (cause) {
    case 'before-hold':
      // Late, the commit of the hold may have gone through, and nothing else of the call.
      return late ? ['no call', 'released'] : ['no call']
    case 'held-read':
    case 'held-write':
    case 'unreserved':
    case 'reserved':
      return ['released']
    case 'dispatched':
      // Late, the upstream's definite no may have been stored just in time.
      return taken ? ['answered'] : late ? ['released', 'none'] : ['released']
    case 'replied':
    case 'recovering':
      return [taken ? 'answered' : 'released']
    case 'commit-unseen':
      return taken ? ['answered'] : ['answered', 'released']
    case 'settled':
    case 'completing':
    case 'uncaptured':
    case 'captured':
      return ['answered']
    case 'stalled':
      // Another process has ended it, and what the stalled one had is discarded.
      return [late ? 'answered' : 'released']
    case 'stalled-unsent':
      // The upstream has never heard of it, and never will.
      return ['released']
    case 'random':
      return []
  }
}
