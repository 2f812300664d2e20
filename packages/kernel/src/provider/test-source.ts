import {
  type AskedTest,
  type Attempt,
  failureOf,
  forbidden,
  inr,
  invalidInput,
  issueText,
  isUpstreamError,
  type PreparedTest,
  type RecordedReply,
  type SourceTest,
  UpstreamError,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { Question } from '../call-data/question.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { isWrite } from '../sandbox/sandbox-answer.ts'
import { Deadline } from '../time/deadline.ts'
import { checkRecord } from './check-record.ts'
import type { ConfiguredSource } from './configured-sources.ts'
import { maskIdentities } from './mask-identities.ts'
import { readRecord } from './read-record.ts'
import { within } from './record-attempt.ts'

type TestParts = Pick<CallParts, 'clock' | 'deadlines' | 'ids'>

/** Checks a test of a source: `LiveSources.prepareTest`. */
export function prepareTest(parts: TestParts, sources: readonly ConfiguredSource[], asked: AskedTest): PreparedTest {
  const source = sourceOf(sources, asked)
  const operation = source.facts.operations.find(({ name }) => name === asked.operation)
  if (!operation) throw invalidInput({ operation: 'is not served' })
  const { contract, name, regulated } = operation
  if (asked.reply && !source.live.exchanges)
    throw invalidInput({ reply: 'is for sources over HTTP: this one has no reply to be read' })
  if (!asked.reply && contract.effect === 'write' && !asked.sendWrite)
    throw invalidInput({ send_write: `must be true: ${name} is a write, which has an effect at its source` })
  const parsed = contract.input.strict().safeParse(asked.input)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => [['input', ...issue.path].join('.'), issueText(issue)])
    throw invalidInput(Object.fromEntries(faults))
  }
  if (!asked.reply && regulated) requireLicence(parts, source)
  const question = { name, operation: contract, input: parsed.data }
  return { source: source.facts.id, run: () => runTest(parts, source, { question, reply: asked.reply }) }
}

/** The source at a place of the order, or the first that serves the operation. */
function sourceOf(sources: readonly ConfiguredSource[], asked: AskedTest): ConfiguredSource {
  const { operation, position } = asked
  const ofPlugin = sources.filter(({ facts }) => facts.plugin === asked.plugin)
  if (ofPlugin.length === 0) {
    const plugins = [...new Set(sources.map(({ facts }) => facts.plugin))]
    throw invalidInput({ plugin: `has no live source. Allowed: ${plugins.join(', ') || 'none is configured'}` })
  }
  const serving = ofPlugin.filter(({ facts }) => facts.operations.some(({ name }) => name === operation))
  if (serving.length === 0) {
    const names = new Set(ofPlugin.flatMap(({ facts }) => facts.operations.map(({ name }) => name)))
    throw invalidInput({ operation: `is served by no source. Allowed: ${[...names].join(', ')}` })
  }
  const found = position === null ? serving[0] : serving.find(({ facts }) => facts.position === position)
  if (found) return found
  const places = serving.map(({ facts }) => facts.position).join(', ')
  throw invalidInput({ position: `is no place of a source that serves it. Allowed: ${places}` })
}

/** What a regulated lookup is about leaves for nobody else, in a test either. */
function requireLicence({ clock }: TestParts, { facts, live }: ConfiguredSource): void {
  if (!live.authorised) throw forbidden(`A regulated lookup: ${facts.id} is not marked authorised`)
  if (facts.licensedUntil === null) throw forbidden('A regulated lookup: no licence is configured')
  if (indianDay(clock.now()) > facts.licensedUntil)
    throw forbidden(`A regulated lookup: the licence ended on ${facts.licensedUntil}`)
}

interface Test {
  readonly question: Question
  readonly reply: RecordedReply | null
}

async function runTest(parts: TestParts, source: ConfiguredSource, { question, reply }: Test): Promise<SourceTest> {
  const { clock, deadlines } = parts
  const deadline = new Deadline(clock, deadlines)
  const startedAt = clock.monotonicMs()
  let came = reply
  const keep = (recorded: RecordedReply): RecordedReply => {
    came = recorded
    return recorded
  }
  const end = (ended: Pick<SourceTest, 'outcome' | 'record' | 'trouble'>): SourceTest => ({
    ...ended,
    durationMs: Math.round(clock.monotonicMs() - startedAt),
    reply: came,
  })
  try {
    const { signal } = deadline
    const raw = await within(signal, rawRecord(source, { question, reply, attempt: attemptOf(parts, signal), keep }))
    const record = checkRecord(question, raw, (given) => readRecord(question.operation, given))
    if (record === null) return end({ outcome: 'none', record: null, trouble: null })
    return end({ outcome: 'answer', record: shown(record), trouble: null })
  } catch (thrown) {
    const trouble = isUpstreamError(thrown) ? thrown : new UpstreamError('unavailable', 'the provider failed')
    const { field = null, reason = null } = trouble
    return end({ outcome: 'failed', record: null, trouble: { failure: failureOf(trouble), field, reason } })
  } finally {
    deadline.clear()
  }
}

const shown = (record: unknown): SourceTest['record'] => maskIdentities(record) as SourceTest['record']

/** What a provider is told of a call where there is none. */
const attemptOf = ({ clock, ids }: TestParts, signal: AbortSignal): Attempt => {
  const reference = ids.next()
  const whose = { account: 'operator', environment: 'production' } as const
  return { signal, call: { reference, requestId: reference, ...whose, price: inr('0'), at: clock.now() } }
}

interface Sending extends Test {
  readonly attempt: Attempt
  /** Is told the reply before it is read, so that one that cannot be used is kept too. */
  keep(reply: RecordedReply): RecordedReply
}

async function rawRecord({ live }: ConfiguredSource, sending: Sending): Promise<unknown> {
  const { question, reply, attempt, keep } = sending
  const { name, input } = question
  const exchange = live.exchanges?.[name]
  if (exchange) {
    const { reference } = attempt.call
    const read = reply ?? keep({ reference, ...(await exchange.send(input, attempt)) })
    return await exchange.read(read, input, read.reference)
  }
  const implementation = live.implementation[name]
  if (!implementation) return null
  return await (isWrite(implementation) ? implementation.send : implementation)(input, attempt)
}
