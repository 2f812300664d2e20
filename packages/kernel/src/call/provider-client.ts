import { createHash } from 'node:crypto'
import {
  type Ask,
  type Attempt,
  type Call,
  type Environment,
  isUpstreamError,
  type Operation,
  type ProviderAttempt,
  UpstreamError,
  type UpstreamQuestion,
  type UpstreamTarget,
  type WriteImplementation,
} from '@parakh/core'
import type { EndpointRuntime, LiveProvider } from '../compose/runtime.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import { isWrite, sandboxAnswer } from '../sandbox/sandbox-answer.ts'
import type { Deadline } from './deadline.ts'
import type { CallParts } from './parts.ts'
import { parseRecord, readRecord, unusable } from './read-record.ts'
import type { SentWrites } from './sent-writes.ts'

/** The outcome of a write that was sent is not known: its hold stays until its status is (reliability.md section 2). */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}
/** Another process owns this call now: whatever comes is discarded. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff'
}

/** What the questions of one call go through. */
export interface Asking {
  readonly parts: CallParts
  readonly runtime: EndpointRuntime
  readonly environment: Environment
  readonly branch: SandboxBranch | null
  readonly call: Call
  /** One for all attempts. */
  readonly deadline: Deadline
  /** Commits the mark of a write before any byte leaves. False: fenced off. */
  markDispatch(operation: string, provider: string): Promise<boolean>
  /** Answers of writes already sent: a handler that runs again does not send again. */
  readonly sent: SentWrites
  /** A write is marked and nothing is known of it yet. */
  writing: boolean
  /** Trouble ends the call, whatever a handler does with it. */
  trouble: Error | null
  /** Whom it asked last. */
  asked: Pick<UpstreamTarget, 'provider' | 'operation'> | null
}

/** What a handler is given as `provider`. */
export function providerClient(asking: Asking): Readonly<Record<string, (input: unknown) => Promise<unknown>>> {
  const { operations } = asking.runtime
  const clients: Record<string, (input: unknown) => Promise<unknown>> = {}
  for (const name in operations) {
    const operation = operations[name]
    if (!operation) continue
    clients[name] = (input) => {
      const asked = askOperation(asking, { name, operation, input })
      // A handler that does not await it must not end the process.
      asked.catch(ignore)
      return asked
    }
  }
  return clients
}

const ignore = (): void => undefined

interface Question {
  readonly name: string
  readonly operation: Operation
  readonly input: unknown
}

async function askOperation(asking: Asking, question: Question): Promise<unknown> {
  try {
    if (asking.sent.has(question.name)) return knownAnswer(asking, question)
    const record =
      asking.environment === 'sandbox'
        ? checkFixture(asking, question, await askSandbox(asking, question))
        : await askLive(asking, question)
    if (question.operation.effect === 'write') asking.sent.add(question.name, record)
    return record
  } catch (error) {
    asking.trouble = error instanceof Error ? error : new UpstreamError('unavailable', 'a provider threw no error')
    throw asking.trouble
  }
}

/** Fixtures carry impossible identities: in the sandbox a record meets the shape and skips the checks. */
function checkFixture({ runtime }: Asking, question: Question, raw: unknown): unknown {
  const shape = runtime.recordShapes[question.name] ?? question.operation.output
  // A fixture without a record of this operation is a definite no.
  return checkRecord(question, raw ?? null, (given) => parseRecord(shape, given))
}

/** What a write sent before came to. Learnt from its status, it has not been compared with what was asked: here it is. */
function knownAnswer({ sent, environment }: Asking, { name, operation, input }: Question): unknown {
  const record = sent.get(name)
  if (record === null || environment === 'sandbox') return record
  const told = record as Readonly<Record<string, unknown>>
  // A status may leave out whom it is about; it may not name another.
  const named = operation.same.filter((field) => told[field] !== null && told[field] !== undefined)
  if (otherThanAsked(named, input, told) !== undefined) throw new OutcomeUnknown()
  return record
}

/** The record, or the promise of one: most come from fixtures, which need no waiting. */
function askSandbox(asking: Asking, question: Question): unknown {
  const { branch } = asking
  if (!branch) return null
  const fails = branch.kind === 'upstream-failure' || branch.kind === 'throttled'
  if (question.operation.effect === 'write' && !fails) return writeToSandbox(asking, question, branch)
  return answerOfSandbox(asking, question, branch)
}

async function writeToSandbox(asking: Asking, question: Question, branch: SandboxBranch): Promise<unknown> {
  if (!(await asking.markDispatch(question.name, 'sandbox'))) throw new FencedOff()
  return await answerOfSandbox(asking, question, branch)
}

function answerOfSandbox(
  { runtime, call, deadline }: Asking,
  { name, input }: Question,
  branch: SandboxBranch,
): unknown {
  return sandboxAnswer(runtime, branch, { name, input, attempt: new LocalAttempt(call, deadline) })
}

/** Its signal is made when it is asked for: fixtures never do. A class, since an object with a getter is slow to make. */
class LocalAttempt implements Attempt {
  readonly #deadline: Deadline

  constructor(
    readonly call: Call,
    deadline: Deadline,
  ) {
    this.#deadline = deadline
  }
  get signal(): AbortSignal {
    return this.#deadline.signal
  }
}

/** Providers in their order: the next one on trouble only, for a write only if no byte left, and never past the deadline. */
async function askLive(asking: Asking, question: Question): Promise<unknown> {
  const { runtime } = asking
  const regulated = runtime.endpoint.consent?.regulated === true
  const serving = runtime.plugin.live.filter(
    (live) => live.implementation[question.name] && (live.authorised || !regulated),
  )
  let thrown: { readonly error: unknown } | null = null
  for (const live of serving) {
    if (asking.deadline.isOver) break
    try {
      return await askProvider(asking, question, live)
    } catch (error) {
      thrown = { error }
      if (!mayFailOver(error, question.operation)) break
    }
  }
  const last = thrown
    ? thrown.error
    : new UpstreamError('unavailable', 'no live provider serves this operation', { sent: false })
  if (question.operation.effect === 'write' && !(isUpstreamError(last) && !last.sent) && !(last instanceof FencedOff))
    throw new OutcomeUnknown()
  throw last
}

function mayFailOver(error: unknown, operation: Operation): boolean {
  if (error instanceof FencedOff) return false
  if (operation.effect === 'read') return true
  return isUpstreamError(error) && !error.sent
}

async function askProvider(asking: Asking, question: Question, live: LiveProvider): Promise<unknown> {
  const { name, operation, input } = question
  const implementation = live.implementation[name]
  if (!implementation) return null
  const target: UpstreamTarget = {
    ...{ provider: live.id, operation: name, effect: operation.effect },
    question: questionOf(asking.call, () => canonicalJson(input)),
  }
  asking.asked = target
  const ask = isWrite(implementation) ? implementation.send : implementation
  if (operation.effect === 'write') {
    if (!(await asking.markDispatch(name, live.id))) throw new FencedOff()
    endIfOver(asking)
    asking.writing = true
  }
  const attempt = async (signal: AbortSignal) => {
    endIfOver(asking)
    const asked = within(signal, ask(input, { call: asking.call, signal }))
    // Within the attempt: an answer that cannot be used is a failure of its provider.
    const checked = asked.then((raw) => checkRecord(question, raw, (given) => readRecord(operation, given)))
    return await told(asking, { provider: live.id, operation: name }, checked)
  }
  try {
    const record = await asking.parts.upstream.ask(target, asking.deadline.signal, attempt)
    // Not before: a reply that does not fit says nothing of what became of the write.
    asking.writing = false
    return record
  } catch (error) {
    asking.writing = asking.writing && !(isUpstreamError(error) && !error.sent)
    throw error
  }
}

/** Nothing leaves after the deadline: soon after it another process may say that it never arrived. */
function endIfOver({ deadline }: Asking): void {
  if (deadline.isOver) throw new UpstreamError('unavailable', 'the deadline passed', { sent: false })
}

type Told = Pick<Asking, 'runtime' | 'environment'> & {
  readonly parts: Pick<CallParts, 'attempts' | 'clock'>
  readonly call: Pick<Call, 'reference' | 'account'>
}

/** Tells of an attempt when it has ended: what it costs us is booked beside the call. */
function told<T>(asking: Told, what: Pick<ProviderAttempt, 'provider' | 'operation'>, work: Promise<T>): Promise<T> {
  const { parts, call, runtime, environment } = asking
  const { attempts, clock } = parts
  if (!attempts) return work
  const tell = (outcome: ProviderAttempt['outcome']): void =>
    attempts.record({
      ...{ ...what, outcome, reference: call.reference, accountId: call.account, environment },
      ...{ endpoint: runtime.endpoint.id, plugin: runtime.plugin.id, at: clock.now().getTime() },
    })
  work.then(
    (raw) => tell(raw === null ? 'none' : 'answer'),
    (error: unknown) => tell(isUpstreamError(error) && !error.sent ? 'unsent' : 'failed'),
  )
  return work
}

/** Ends with the signal, even where a provider does not heed it. */
export async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new UpstreamError('unavailable', 'the deadline passed'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** What is asked, as its provider's circuit tells it from others. */
const questionOf = ({ reference, account }: Call, input: () => string): UpstreamQuestion => ({
  reference,
  account,
  inputHash: () => createHash('sha256').update(input()).digest('base64url'),
})

type ReadRecord = (raw: unknown) => Readonly<Record<string, unknown>>

/** Never a record that does not fit, and never another person's: UPSTREAM_UNPROCESSABLE. */
function checkRecord({ operation, input }: Question, raw: unknown, read: ReadRecord): unknown {
  // Null is the definite no: undefined is a provider that forgot its answer, and says nothing.
  if (raw === null) return null
  const record = read(raw)
  const other = otherThanAsked(operation.same, input, record)
  if (other !== undefined) throw unusable({ field: other, reason: 'not_as_asked' })
  if (operation.isOf && !operation.isOf(input as never, record as never)) throw unusable({ reason: 'not_as_asked' })
  return record
}

/** The first of these fields that was asked for and is another in the record. */
function otherThanAsked(
  fields: readonly string[],
  input: unknown,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const asked = input as Readonly<Record<string, unknown>>
  return fields.find((field) => asked[field] !== undefined && !isSame(asked[field], record[field]))
}

const isSame = (asked: unknown, told: unknown): boolean =>
  asked === told || canonicalJson(asked) === canonicalJson(told)

/** Whose write is asked after, and where. */
interface StatusQuestion {
  readonly runtime: EndpointRuntime
  readonly live: LiveProvider
  readonly operation: { readonly name: string; readonly value: Operation }
  readonly attempt: Attempt
}

/** Asks what became of a write that was sent: an attempt as any other, of `NAME.status`. Undefined: its provider cannot say. */
export async function askStatus(parts: CallParts, given: StatusQuestion): Promise<unknown> {
  const { runtime, live, operation, attempt } = given
  const implementation = live.implementation[operation.name] as
    | Ask<unknown, unknown>
    | WriteImplementation<unknown, unknown>
    | undefined
  if (!implementation || !isWrite(implementation) || !implementation.status) return undefined
  const { status } = implementation
  const { call } = attempt
  const target: UpstreamTarget = {
    ...{ provider: live.id, operation: `${operation.name}.status`, effect: 'read' },
    question: questionOf(call, () => call.reference),
  }
  const asking: Told = { parts, call, runtime, environment: call.environment }
  const ask = async (signal: AbortSignal): Promise<unknown> => {
    const raw = await within(signal, status(call.reference, { ...attempt, signal }))
    return raw === null ? null : readRecord(operation.value, raw)
  }
  return await parts.upstream.ask(target, attempt.signal, (signal) => told(asking, target, ask(signal)))
}
