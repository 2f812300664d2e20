import type { ProviderOperation } from '@parakh/core'
import type * as z from 'zod'
import { alternative, textsIn } from '../plugin/fitted-value.ts'
import type { UpstreamReply } from '../upstream/exchange.ts'
import type { FakeUpstream } from '../upstream/fake-upstream.ts'
import {
  CONFUSIONS,
  DISTORTIONS,
  ENDLESS_MISBEHAVIOURS,
  MISBEHAVIOURS,
  WRONG_BODIES,
} from '../upstream/misbehaviours.ts'
import { reply } from '../upstream/replies.ts'
import { answering, type Body, type GoodCase } from './good-answers.ts'
import { END_WITHIN_MS } from './hostile-options.ts'
import type { Trial, TrialResult } from './hostile-trial.ts'

/** Shorter texts stand in an answer by chance. */
const SHORTEST_LEAK = 6

/** One operation that an endpoint asks, with what a good upstream answers. */
export interface Subject {
  readonly trial: Trial
  readonly good: GoodCase
  readonly name: string
  readonly operation: ProviderOperation
  readonly record: Body
}
type Misbehaviour = (good: Body) => UpstreamReply
type Named = readonly (readonly [name: string, Misbehaviour])[]

/** Another person's values of some fields; null if none can be made. */
export function otherOne({ operation, record }: Pick<Subject, 'operation' | 'record'>, fields: readonly string[]) {
  const others = fields.flatMap((field) => {
    const schema = operation.output.shape[field] as z.ZodType | undefined
    const other = schema && alternative(schema, record[field])
    return other === undefined ? [] : [[field, other] as const]
  })
  const other: Body | null = others.length === 0 ? null : Object.fromEntries(others)
  return other
}

/** The fields that are in the input and in the record. */
export const sharedFields = ({ input, output }: ProviderOperation): readonly string[] =>
  Object.keys(input.shape).filter((field) => field in output.shape)

/** Everything that a hostile upstream does with an operation, by name. */
function misbehavioursFor(subject: Subject, canary: FakeUpstream): Named {
  const { output } = subject.operation
  // What the contract takes for a record is none of the upstream's misbehaviours.
  const records = Object.entries(WRONG_BODIES).flatMap(([name, body]) => (output.safeParse(body).success ? [name] : []))
  const fixed = {
    ...MISBEHAVIOURS,
    ...ENDLESS_MISBEHAVIOURS,
    'declared gigabyte': reply.declaring(1_073_741_824),
    redirect: reply.redirect(canary.url),
  }
  const other = otherOne(subject, subject.operation.same)
  return [
    ...Object.entries(fixed)
      .filter(([name]) => !records.includes(name))
      .map(([name, said]) => [name, () => said] as const),
    ...Object.entries(DISTORTIONS),
    ...(other ? Object.entries(CONFUSIONS) : []).map(
      ([name, confuse]) => [name, (good: Body) => confuse(good, other ?? {})] as const,
    ),
  ]
}

/** Words of an enumeration tell nothing of anybody. */
const isWord = (text: string): boolean => /^[a-z_-]+$/.test(text)

/** Texts of an answer that nobody may read who was not answered. */
function secretsOf({ good, record }: Subject): readonly string[] {
  const known = JSON.stringify(good.fields)
  return textsIn(record).filter((text) => text.length >= SHORTEST_LEAK && !isWord(text) && !known.includes(text))
}

/** Ids of a test host are mostly zeros, as many a fictitious number is. */
const withoutIds = (text: string): string => text.replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '')

function problemsOf(subject: Subject, result: TrialResult): readonly string[] {
  const { status, code, outcome, body } = result.reply
  const problems: string[] = []
  if (outcome !== 'failed' || status < 400) problems.push(`it ended ${outcome} with ${status} ${String(code)}`)
  if (result.spent !== 0) problems.push(`it was charged ${result.spent}`)
  const waits = subject.operation.effect === 'write' && code === 'OUTCOME_UNKNOWN'
  if (result.held !== 0 && !waits) problems.push(`it still holds ${result.held}`)
  if (result.elapsedMs > END_WITHIN_MS) problems.push(`it took ${Math.round(result.elapsedMs)} ms`)
  const logged = withoutIds(result.logged)
  const said = withoutIds(JSON.stringify(body)) + logged
  const told = secretsOf(subject).filter((text) => said.includes(text))
  if (told.length > 0) problems.push(`it tells of the answer that was refused: ${told.join(', ')}`)
  const identities = textsIn(subject.good.fields).filter((text) => text.length >= SHORTEST_LEAK)
  if (identities.some((text) => logged.includes(text))) problems.push('it logs what it was asked about')
  return problems
}

/** Whether what can be compared is compared: never another person's data. */
function checkComparison({ trial, name, operation }: Subject): readonly string[] {
  const shared = sharedFields(operation)
  if (shared.length === 0 || operation.same.length > 0) return []
  return [`${trial.endpoint.id}, ${name}: it has ${shared.join(', ')} in question and answer, and compares none (same)`]
}

/** Lets an upstream misbehave in every way, one after the other. */
export async function checkOperation(subject: Subject, canary: FakeUpstream): Promise<readonly string[]> {
  const { trial, good, name, operation, record } = subject
  const problems = [...checkComparison(subject)]
  for (const [misbehaviour, misbehave] of misbehavioursFor(subject, canary)) {
    trial.behave(good)
    const fields = (await trial.stated()) ?? good.fields
    trial.upstream.on(`/${name}`, answering(operation, record, misbehave))
    const found = problemsOf(subject, await trial.ask(fields))
    problems.push(...found.map((problem) => `${trial.endpoint.id}, ${name}, ${misbehaviour}: ${problem}`))
  }
  return problems
}
