import { isDeepStrictEqual } from 'node:util'
import { type Answer, CALL_ERRORS, ENVIRONMENTS, type Envelope, type Fault, inr, micro } from '@parakh/core'

const FIELD = 'recipient.pincode'
const FIELD_MESSAGE = 'must be six digits'
const REQUEST_ID = '01JTESTREQUEST000000000001'
const SUB_PAISA = 3_210

const answerIn = (environment: Answer['environment']): Answer => ({
  requestId: REQUEST_ID,
  reference: '01JTESTREFERENCE0000000001',
  environment,
  charged: inr('12.34'),
  // Less than a paisa of commission may remain in a wallet: it is never shown.
  balance: micro(inr('9876.54') + SUB_PAISA),
  elapsedMs: 42,
})

/** Everything of a body that is a number, or text in the shape of one. */
function* numbers(value: unknown): Generator<string> {
  if (typeof value === 'number') yield String(value)
  else if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* numbers(inner)
}

/** A body after JSON; undefined where JSON carries nothing of it. */
const afterJson = (body: unknown): unknown => JSON.parse(JSON.stringify(body) ?? 'null')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The innermost fields that are not the same after JSON, with what they were: `meta.next: undefined`. */
function changedFields(before: unknown, after: unknown, path = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return []
  const names = isObject(before) && isObject(after) ? Object.keys(before) : []
  const inner = names.flatMap((name) =>
    isObject(before) && isObject(after)
      ? name in after
        ? changedFields(before[name], after[name], path ? `${path}.${name}` : name)
        : [`${path ? `${path}.${name}` : name}: ${shown(before[name])}`]
      : [],
  )
  return inner.length > 0 ? inner : [`${path || 'the body'}: ${shown(before)}`]
}

/** What a value is, without its content: what an envelope shows may be long. */
function shown(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return String(value)
  return isObject(value) ? `an object of the class ${value.constructor?.name ?? 'null'}` : `a ${typeof value}`
}

function checkBody(body: unknown, where: string): string[] {
  return changedFields(body, afterJson(body)).map((field) => `${where}: is not the same after JSON: ${field}`)
}

function checkMoney(body: unknown, where: string): string[] {
  return [...numbers(body)].flatMap((number) => {
    if (/\.\d{3,}/.test(number)) return [`${where}: ${number} has more than two decimals`]
    if (Math.abs(Number(number)) >= 1_000_000) return [`${where}: ${number} looks like micro-rupees`]
    return []
  })
}

function checkAnswer(envelope: Envelope, environment: Answer['environment']): string[] {
  const where = `an answer in ${environment}`
  const body = envelope.wrap(answerIn(environment))
  const parsed = envelope.success.safeParse(body)
  const problems = parsed.success ? [] : [`${where}: does not meet its own schema: ${parsed.error.message}`]
  return [...problems, ...checkBody(body, where), ...checkMoney(body, where)]
}

function checkFault(envelope: Envelope, fault: Fault): string[] {
  const where = `the fault ${fault.code}`
  const { status, body } = envelope.fault(fault)
  const problems = checkBody(body, where)
  const parsed = envelope.failure.safeParse(body)
  if (!parsed.success) problems.push(`${where}: does not meet its own schema: ${parsed.error.message}`)
  if (!Number.isInteger(status) || status < 400 || status > 599) problems.push(`${where}: has the status ${status}`)
  if (envelope.statusOf(fault) !== status)
    problems.push(`${where}: statusOf says ${envelope.statusOf(fault)}, not ${status}`)
  const text = JSON.stringify(body)
  if (fault.fields && !(text.includes(FIELD) && text.includes(FIELD_MESSAGE)))
    problems.push(`${where}: does not show which field is wrong`)
  return problems
}

/**
 * What is wrong with an envelope: every answer and fault it makes must meet its own schemas and survive JSON, money has at most
 * two decimals, all of `CALL_ERRORS` render, and field errors appear (decisions.md section 3).
 *
 * @returns Nothing for a good envelope.
 * @example
 * expect(checkEnvelope(modern)).toEqual([])
 */
export function checkEnvelope(envelope: Envelope): readonly string[] {
  const faults = Object.entries(CALL_ERRORS).map(([code, { status, outcome, message }]): Fault => {
    const fields = code === 'VALIDATION_FAILED' ? { fields: { [FIELD]: [FIELD_MESSAGE] } } : {}
    return { code, status, outcome, message, requestId: REQUEST_ID, ...fields }
  })
  const none: Fault = { code: 'NOT_FOUND', status: 404, outcome: 'none', message: 'No record', requestId: REQUEST_ID }
  return [
    ...ENVIRONMENTS.flatMap((environment) => checkAnswer(envelope, environment)),
    ...[...faults, none].flatMap((fault) => checkFault(envelope, fault)),
  ]
}
