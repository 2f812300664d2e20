import {
  type Attempt,
  type Call,
  isUpstreamError,
  type ProviderOperation,
  UpstreamError,
  type UpstreamTarget,
} from '@parakh/core'
import type { HandlerRun } from '../call-data/admitted-call.ts'
import type { Question } from '../call-data/question.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { LiveProvider } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import { isWrite, sandboxAnswer } from '../sandbox/sandbox-answer.ts'
import type { Deadline } from '../time/deadline.ts'
import { checkRecord, checkResult } from './check-record.ts'
import { parseRecord, readRecord } from './read-record.ts'
import { questionOf, recordAttempt, within } from './record-attempt.ts'
import { sourcesInOrder } from './sources-in-order.ts'
import { withinCap } from './within-cap.ts'

/** The outcome of a write that was sent is not known: its hold stays until its status is (reliability.md section 2). */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}
/** Another process owns this call now: whatever comes is discarded. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff'
}

/** What the questions of one call go through. */
export interface ProviderAccess {
  readonly parts: CallParts
  readonly run: HandlerRun
  /** One for all attempts. */
  readonly deadline: Deadline
  /** A write is marked and nothing is known of it yet. */
  writing: boolean
  /** Trouble ends the call, whatever a handler does with it. */
  trouble: Error | null
  /** Whom it asked last. */
  asked: Pick<UpstreamTarget, 'provider' | 'operation'> | null
}

/** What a handler is given as `provider`. */
export function providerClient(access: ProviderAccess): Readonly<Record<string, (input: unknown) => Promise<unknown>>> {
  const { operations } = access.run.runtime
  const clients: Record<string, (input: unknown) => Promise<unknown>> = {}
  for (const name in operations) {
    const operation = operations[name]
    if (!operation) continue
    clients[name] = (input) => {
      const asked = askOperation(access, { name, operation, input })
      // A handler that does not await it must not end the process.
      asked.catch(ignore)
      return asked
    }
  }
  return clients
}

const ignore = (): void => undefined

async function askOperation(access: ProviderAccess, question: Question): Promise<unknown> {
  try {
    if (access.run.sent.has(question.name)) return knownAnswer(access, question)
    const record =
      access.run.call.environment === 'sandbox'
        ? checkFixture(access, question, await askSandbox(access, question))
        : await askLive(access, question)
    if (question.operation.effect === 'write') access.run.sent.add(question.name, record)
    return record
  } catch (error) {
    access.trouble = error instanceof Error ? error : new UpstreamError('unavailable', 'a provider threw no error')
    throw access.trouble
  }
}

/** Fixtures carry impossible identities: in the sandbox a record meets the shape and skips the checks. */
function checkFixture({ run }: ProviderAccess, question: Question, raw: unknown): unknown {
  const shape = run.runtime.recordShapes[question.name] ?? question.operation.output
  // A fixture without a record of this operation is a definite no.
  return checkRecord(question, raw ?? null, (given) => parseRecord(shape, given))
}

/** The record of a write that was sent before. The handler may have run with another input then. */
function knownAnswer({ run }: ProviderAccess, question: Question): unknown {
  const record = run.sent.get(question.name)
  if (run.call.environment === 'sandbox') return record
  try {
    return checkResult(question, record, (parsed) => parsed as Readonly<Record<string, unknown>>)
  } catch {
    throw new OutcomeUnknown()
  }
}

/** The record, or the promise of one: most come from fixtures, which need no waiting. */
function askSandbox(access: ProviderAccess, question: Question): unknown {
  const { branch } = access.run
  if (!branch) return null
  const fails = branch.kind === 'upstream-failure' || branch.kind === 'throttled'
  if (question.operation.effect === 'write' && !fails) return writeToSandbox(access, question, branch)
  return answerOfSandbox(access, question, branch)
}

async function writeToSandbox(access: ProviderAccess, question: Question, branch: SandboxBranch): Promise<unknown> {
  if (!(await access.run.markDispatch(question, 'sandbox'))) throw new FencedOff()
  return await answerOfSandbox(access, question, branch)
}

function answerOfSandbox({ run, deadline }: ProviderAccess, { name, input }: Question, branch: SandboxBranch): unknown {
  return sandboxAnswer(run.runtime, branch, { name, input, attempt: new LocalAttempt(run.call, deadline) })
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

/** Sources in their order, or that of a router: the next one on trouble only, for a write only if no byte left, and never past the deadline. */
async function askLive(access: ProviderAccess, question: Question): Promise<unknown> {
  let thrown: { readonly error: unknown } | null = null
  for (const live of sourcesInOrder(access.parts, access.run, question.name)) {
    if (access.deadline.isOver) break
    try {
      if (live.entry.dailyCap === null) return await askProvider(access, question, live)
      return await withinCap(access.parts.sourceCaps, live.id, () => askProvider(access, question, live))
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

function mayFailOver(error: unknown, operation: ProviderOperation): boolean {
  if (error instanceof FencedOff) return false
  if (operation.effect === 'read') return true
  return isUpstreamError(error) && !error.sent
}

async function askProvider(access: ProviderAccess, question: Question, live: LiveProvider): Promise<unknown> {
  const { name, operation, input } = question
  const implementation = live.implementation[name]
  if (!implementation) return null
  const target: UpstreamTarget = {
    ...{ provider: live.id, operation: name, effect: operation.effect },
    question: questionOf(access.run.call, () => canonicalJson(input)),
  }
  access.asked = target
  const ask = isWrite(implementation) ? implementation.send : implementation
  if (operation.effect === 'write') {
    if (!(await access.run.markDispatch(question, live.id))) throw new FencedOff()
    endIfOver(access)
    access.writing = true
  }
  const attempt = async (signal: AbortSignal) => {
    endIfOver(access)
    const asked = within(signal, ask(input, { call: access.run.call, signal }))
    // Within the attempt: an answer that cannot be used is a failure of its provider.
    const checked = asked.then((raw) => checkRecord(question, raw, (given) => readRecord(operation, given)))
    return await recordAttempt(access, { provider: live.id, operation: name }, checked)
  }
  try {
    const record = await access.parts.upstream.ask(target, access.deadline.signal, attempt)
    // Not before: a reply that does not fit says nothing of what became of the write.
    access.writing = false
    return record
  } catch (error) {
    access.writing = access.writing && !(isUpstreamError(error) && !error.sent)
    throw error
  }
}

/** Nothing leaves after the deadline: soon after it another process may say that it never arrived. */
function endIfOver({ deadline }: ProviderAccess): void {
  if (deadline.isOver) throw new UpstreamError('unavailable', 'the deadline passed', { sent: false, reason: 'timeout' })
}
