import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallState } from '@parakh/core'
import { textsIn } from '../plugin/fitted-value.ts'
import { reply } from '../upstream/replies.ts'
import { aboutWhomWasAsked, type Body } from './good-answers.ts'
import { CALLBACK_SIGNATURE, type Trial } from './hostile-trial.ts'
import { otherOne, type Subject, sharedFields } from './operation-trial.ts'
import { pendingCalls } from './pending-calls.ts'

/** Longer than any lease of a test host, in milliseconds. */
const PAST_THE_LEASE_MS = 60_000
/** How long polls and recovery of a slow machine may take, in milliseconds. */
const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 50
const STEP_EVERY_MS = 3_000
/** Shorter texts stand in a log by chance. */
const SHORTEST_LEAK = 6
/** After its status query was answered, a call is ready within this, in milliseconds. */
const SETTLED_AFTER_MS = 500

/** A write, with a later result about the person of its last request, and another person's values of some fields. */
interface Later {
  readonly subject: Subject
  readonly own: Body
  readonly other: Body
}

/**
 * Whether results that come after the reply to a write are refused if they are about another person: by callback, by poll, and by the status
 * query of a write whose reply was lost. A poll result about the person that was asked for is taken.
 *
 * @returns The problems; none for a correct plugin.
 */
export async function checkLaterResults(subject: Subject): Promise<readonly string[]> {
  const { trial, operation, name, good } = subject
  if (operation.effect !== 'write') return []
  const other = otherOne(subject, operation.same.length > 0 ? operation.same : sharedFields(operation))
  if (!other) return []
  trial.behave(good)
  const { reply: answered } = await trial.ask((await trial.stated()) ?? good.fields)
  const later: Later = { subject, own: ownResult(subject), other }
  const [call] = pendingCalls(trial).slice(-1)
  const problems = answered.outcome === 'answer' && call ? await checkAsyncResults(later, call) : []
  const lost = await checkLostReply(later)
  return [...problems, ...lost].map((problem) => `${trial.endpoint.id}, ${name}: ${problem}`)
}

/** The last result of a success fixture, about the person of the last request. */
function ownResult({ trial, operation, record, name }: Subject): Body {
  const [result] = resultsOf(trial)
  const request = trial.upstream.requests.filter(({ path }) => path === `/${name}`).at(-1)
  const own: Body = Object.assign({}, record, result)
  return request ? aboutWhomWasAsked(operation, own, request) : own
}

const resultsOf = ({ endpoint }: Trial): readonly object[] =>
  endpoint.fixtures.flatMap(({ scenario, asyncResults }) => {
    const last: unknown = scenario === 'success' ? asyncResults?.at(-1) : undefined
    return typeof last === 'object' && last !== null ? [last] : []
  })

async function checkAsyncResults({ subject, own, other }: Later, call: CallState): Promise<readonly string[]> {
  const { trial, name } = subject
  const problems: string[] = []
  const isTaken = (): boolean => trial.test.store.tables.calls.get(call.reference)?.asyncState !== 'pending'
  const foreign: Body = Object.assign({}, own, other)
  const logged = trial.loggedSince()
  const posted = await post(trial, call.reference, foreign)
  if (posted === 'accepted' || isTaken()) problems.push(`a callback about another person ended ${posted}`)
  await answerStatus(subject, foreign, pollEveryMs(trial))
  if (isTaken()) problems.push('a poll result about another person was taken')
  problems.push(...leaks(subject, { other, said: logged() }))
  if (isTaken() || resultsOf(trial).length === 0) return problems
  trial.upstream.on(`/${name}/status`, reply.json(own))
  if (!(await until(trial, pollEveryMs(trial), isTaken)))
    problems.push('a poll result about the person that was asked for was not taken')
  return problems
}

async function checkLostReply({ subject, own, other }: Later): Promise<readonly string[]> {
  const { trial, name, good } = subject
  const { store } = trial.test
  const fields = (await trial.stated()) ?? good.fields
  trial.upstream.on(`/${name}`, reply.reset())
  const earlier = new Set(store.tables.calls.keys())
  const { reply: answered } = await trial.ask(fields)
  const call = [...store.tables.calls.values()].find(({ reference }) => !earlier.has(reference))
  if (answered.code !== 'OUTCOME_UNKNOWN' || !call) return []
  const logged = trial.loggedSince()
  await answerStatus(subject, Object.assign({}, own, other), PAST_THE_LEASE_MS)
  const after = store.tables.calls.get(call.reference)
  const problems =
    after?.phase === 'dispatched' ? [] : ['the status of another person ended a call whose reply was lost']
  return [...problems, ...leaks(subject, { other, said: logged() })]
}

/** Answers status queries with a record until at least one was answered. */
async function answerStatus({ trial, name }: Subject, record: Body, stepMs: number): Promise<void> {
  const queries = (): number => trial.upstream.requests.filter(({ path }) => path === `/${name}/status`).length
  const before = queries()
  trial.upstream.on(`/${name}/status`, reply.json(record))
  await until(trial, stepMs, () => queries() > before)
  await wait(SETTLED_AFTER_MS)
}

/** Lets time pass until a condition holds. @returns Whether it held in time. */
async function until(trial: Trial, stepMs: number, holds: () => boolean): Promise<boolean> {
  await trial.start()
  const end = performance.now() + PATIENCE_MS
  for (let stepAt = 0; !holds(); ) {
    if (performance.now() > end) return false
    if (performance.now() >= stepAt) {
      trial.test.clock.advance(stepMs)
      stepAt = performance.now() + STEP_EVERY_MS
    }
    await wait(LOOK_EVERY_MS)
  }
  return true
}

const pollEveryMs = ({ endpoint }: Trial): number => ((endpoint.asyncResult?.poll.everySeconds ?? 0) + 1) * 1_000

async function post({ test, pluginId }: Trial, reference: string, record: Body) {
  const body = JSON.stringify({ reference, record })
  const { header, algorithm, secret } = CALLBACK_SIGNATURE
  const headers = { [header]: createHmac(algorithm, secret).update(body).digest('hex') }
  return await test.host.callback(pluginId, 'http', { headers, body: new TextEncoder().encode(body) })
}

/** The ids of calls in a log: a number of the other person may be a part of one by chance. */
const REFERENCE = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g

/** Returns the problem of a log that contains a text of the other person. */
const leaks = ({ record }: Subject, { other, said }: { readonly other: Body; readonly said: string }) =>
  textsIn(other).some(
    (text) =>
      text.length >= SHORTEST_LEAK &&
      said.replace(REFERENCE, '').includes(text) &&
      !JSON.stringify(record).includes(text),
  )
    ? ['it logs a result about another person']
    : []
