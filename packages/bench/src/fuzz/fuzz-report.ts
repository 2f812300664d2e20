import { SURFACES, type Surface } from './fuzzed-operation.ts'
import type { ProcessMemory } from './fuzzed-server.ts'
import type { FuzzFinding } from './judge-reply.ts'

/** What the requests of one surface were answered. */
export interface SurfaceTally {
  sent: number
  /** By the first digit of the status; 0: the connection was closed without an answer. */
  readonly classes: number[]
  /** 401: not known. */
  unknown: number
  /** With a credential that an earlier request had ended: they count as nothing. */
  dead: number
  /** Operations that were asked for, and of these those that answered 2xx at least once. */
  readonly asked: Set<string>
  readonly answered: Set<string>
}
/** What a run came to. */
export interface FuzzReport {
  readonly seed: string
  readonly findings: readonly FuzzFinding[]
  readonly tallies: Readonly<Record<Surface, SurfaceTally>>
  /** Operations of each surface. */
  readonly operations: Readonly<Record<Surface, number>>
  /** Calls that were answered, and held against the ledger. */
  readonly answers: number
  /** In the middle of the run, and at its end. */
  readonly memory: readonly [middle: ProcessMemory, end: ProcessMemory]
  readonly seconds: number
}

/** A surface without requests yet. */
export const newTally = (): SurfaceTally => ({
  ...{
    sent: 0,
    classes: [0, 0, 0, 0, 0, 0],
    unknown: 0,
    dead: 0,
    asked: new Set<string>(),
    answered: new Set<string>(),
  },
})

/** The part of requests that were answered 2xx, of those with a live credential. */
export const shareAnswered = ({ sent, dead, classes }: SurfaceTally): number =>
  (classes[2] ?? 0) / Math.max(1, sent - dead)
/** The part of requests that got past authentication, of those with a live credential. */
export const shareKnown = ({ sent, dead, unknown, classes }: SurfaceTally): number =>
  (sent - dead - unknown - (classes[0] ?? 0)) / Math.max(1, sent - dead)

const MOST_SHOWN = 40
/** Findings whose first so many characters are the same are of one kind. */
const SAME = 120
const MEGABYTE = 1_048_576
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`

function surfaceLine(surface: Surface, { tallies, operations }: FuzzReport): string {
  const tally = tallies[surface]
  const [none = 0, , ok = 0, moved = 0, refused = 0, failed = 0] = tally.classes
  return [
    `${surface.padEnd(8)} ${String(tally.sent).padStart(6)} requests to ${tally.asked.size} of ${operations[surface]} operations`,
    `${ok} 2xx (${percent(shareAnswered(tally))}), ${moved} 3xx, ${refused} 4xx, ${failed} 5xx, ${none} closed`,
    `past authentication ${percent(shareKnown(tally))}, ${tally.answered.size} operations answered 2xx, ${tally.dead} with an ended credential`,
  ].join('; ')
}

/** One finding of each kind: most of the others are the same fault of another operation. */
function shown(findings: readonly FuzzFinding[]): readonly string[] {
  const kinds = new Map<string, { first: string; count: number }>()
  for (const { fault, detail } of findings) {
    const kind = `${fault} ${detail.replace(/\b[0-9A-Z]{26}\b|\d{4,}/g, '').slice(0, SAME)}`
    kinds.set(kind, { first: kinds.get(kind)?.first ?? detail, count: (kinds.get(kind)?.count ?? 0) + 1 })
  }
  const lines = [...kinds].map(
    ([kind, { first, count }]) => `  ${count} x ${kind.slice(0, kind.indexOf(' '))}: ${first}`,
  )
  return lines.length > MOST_SHOWN
    ? [...lines.slice(0, MOST_SHOWN), `  and ${lines.length - MOST_SHOWN} more kinds`]
    : lines
}

/** A run in words. */
export function describeFuzz(report: FuzzReport): string {
  const { seed, findings, memory, answers, seconds } = report
  const [middle, end] = memory
  const faults = [...new Set(findings.map(({ fault }) => fault))].map(
    (fault) => `${findings.filter((one) => one.fault === fault).length} ${fault}`,
  )
  return [
    `seed ${seed}: ${SURFACES.reduce((sum, surface) => sum + report.tallies[surface].sent, 0)} requests in ${seconds.toFixed(0)} s`,
    ...SURFACES.map((surface) => surfaceLine(surface, report)),
    `${answers} answered calls held against the ledger`,
    `in use ${megabytes(middle.used)} in the middle, ${megabytes(end.used)} at the end; resident ${megabytes(middle.rss)}, ${megabytes(end.rss)}`,
    `findings: ${faults.join(', ') || 'none'}`,
    ...shown(findings),
  ].join('\n')
}
