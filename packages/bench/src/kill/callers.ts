import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, type CallerReply, caller } from '../rig/caller.ts'
import { chance, SILENT } from '../rig/fake-upstream.ts'
import type { Payer } from '../rig/operator.ts'
import { Entry, INDEFINITE, type Intent } from './journal.ts'

/** Who calls, and whom. */
export interface CallersOptions {
  readonly seed: string
  readonly callers: number
  readonly payers: readonly Payer[]
  /** A server that takes calls now; null: none does. @param nth Of those that do. */
  serverUrl(nth: number): string | null
}

/** How likely a caller does each of these. */
const ORDER = 0.4
const JOB = 0.03
const SILENT_JOB = 0.01
const TWICE_AT_ONCE = 0.1
const AGAIN_AFTER_ANSWER = 0.1
const AGAIN_AFTER_LOSS = 0.3
/** A client that asks again does not wait for a call of a dead process; those are replayed at the end. */
const IMPATIENT_MS = 1_500
/** A client that outlasts the stall of a server sees the late success that it must not get. */
const PATIENT_MS = 60_000
const THINK_MS = [10, 90] as const
const NO_SERVER_MS = 20

/** Callers that go on until they are stopped, each with its journal of intents and acknowledgements. */
export class Callers {
  readonly entries: Entry[] = []
  /** Requests without a definite answer, by why. */
  readonly losses = new Map<string, number>()
  readonly #http: Caller = caller()
  readonly #running: Promise<void>[]
  #stopped = false
  #sent = 0

  constructor(readonly options: CallersOptions) {
    this.#running = Array.from({ length: options.callers }, (_, index) => this.#run(index))
  }

  /** Lets each finish what it has begun. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  close(): void {
    this.#http.close()
  }

  /** Sends an intent once more. What comes back stands in its entry. @returns What came in place of a definite answer, if so. */
  async send(entry: Entry, timeoutMs = PATIENT_MS): Promise<string | null> {
    const url = this.options.serverUrl(this.#sent++)
    if (url === null) return this.#lose(entry, 'no server')
    entry.sent += 1
    const reply = await this.#call(url, entry, timeoutMs)
    if (reply instanceof Error) return this.#lose(entry, lossOf(reply))
    const { status, text, headers } = reply
    if (INDEFINITE.has(status)) return this.#lose(entry, `${status} ${codeOf(text)}`)
    entry.acknowledge({ status, text, replayed: headers['idempotent-replayed'] === 'true' })
    return null
  }

  #lose(entry: Entry, loss: string): string {
    entry.lose()
    this.losses.set(loss, (this.losses.get(loss) ?? 0) + 1)
    return loss
  }

  async #call(url: string, { intent }: Entry, timeoutMs: number): Promise<CallerReply | Error> {
    const { kind, thing, requestId, accountId } = intent
    const headers = this.options.payers.find((payer) => payer.accountId === accountId)?.headers ?? {}
    const asked = kind === 'find' ? { path: `/api/v1/things/${thing}` } : { path: PATH[kind], body: { id: thing } }
    return await this.#http.call({ url, ...asked, headers, requestId, timeoutMs }).catch(asError)
  }

  async #run(index: number): Promise<void> {
    const { seed, payers } = this.options
    const payer = payers[index % payers.length]
    if (!payer) throw new RangeError('nobody pays')
    for (let nth = 0; await this.#mayGoOn(); nth += 1) {
      const draw = (what: string): number => chance(seed, index, nth, what)
      const kind = kindOf(draw('kind'))
      const requestId = `kill-${index}-${nth}`
      const thing = kind === 'silent-job' ? `${SILENT}${requestId}` : requestId
      const entry = new Entry({ requestId, accountId: payer.accountId, kind, thing })
      this.entries.push(entry)
      await this.#pursue(entry, draw)
      await sleep(THINK_MS[0] + (THINK_MS[1] - THINK_MS[0]) * draw('think'))
    }
  }

  /** @returns False once it is to stop; waits while no server takes calls. */
  async #mayGoOn(): Promise<boolean> {
    while (!this.#stopped && this.options.serverUrl(0) === null) await sleep(NO_SERVER_MS)
    return !this.#stopped
  }

  /** As clients do: some send twice, some send again what they have, some try again at once. */
  async #pursue(entry: Entry, draw: (what: string) => number): Promise<void> {
    const first = this.send(entry)
    if (draw('twice') < TWICE_AT_ONCE) await this.send(entry, IMPATIENT_MS)
    await first
    if (entry.stored && draw('again') < AGAIN_AFTER_ANSWER) await this.send(entry, IMPATIENT_MS)
    if (entry.standing === 'open' && draw('retry') < AGAIN_AFTER_LOSS) await this.send(entry, IMPATIENT_MS)
  }
}

const PATH = { order: '/api/v1/orders', job: '/api/v1/jobs', 'silent-job': '/api/v1/silent-jobs' } as const

/** @param drawn From 0 to below 1. */
function kindOf(drawn: number): Intent['kind'] {
  if (drawn < ORDER) return 'order'
  if (drawn < ORDER + JOB) return 'job'
  return drawn < ORDER + JOB + SILENT_JOB ? 'silent-job' : 'find'
}

const codeOf = (text: string): string => /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? 'without a code'

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

function lossOf(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'given up'
  return 'code' in error ? String(error.code) : error.message
}
