import { inr, sourceOutcome, zero } from '@parakh/core'
import type { HostedEndpoint, ScenarioEntry } from '@parakh/kernel'
import { exampleOf } from './example.ts'
import { type DocumentedFault, faultsOf } from './faults.ts'
import { answerSchema, type JsonSchema } from './json-schema.ts'
import { exampleName } from './request-body.ts'

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or the source has no answer (legacy envelope)',
  401: 'Missing, invalid or revoked key or token',
  402: 'The wallet balance is too small',
  403: 'Not permitted',
  404: 'The source has no such record',
  409: 'The request id cannot be used now',
  413: 'The body is too large',
  422: 'Some fields are not valid, or the source gave an answer that cannot be used',
  429: 'Too many requests',
  500: 'Unexpected error: safe to retry with the same request id',
  503: 'Temporarily unavailable',
}

const text = (description: string): object => ({ description, schema: { type: 'string' } })
const whole = (description: string): object => ({ description, schema: { type: 'integer' } })
const REQUEST_ID = {
  'X-Request-Id': text('The X-Request-Id of the request if it is valid, else the key of the call'),
  'Idempotency-Key': text('The Idempotency-Key of the request, without quotes; absent if you sent none'),
}
const RATE = {
  'X-RateLimit-Limit': whole('Calls in 60 seconds'),
  'X-RateLimit-Remaining': whole('Calls that are left'),
}
const OUTCOMES = ['none', 'failed'] as const
const outcomeHeader = (outcomes: readonly string[]): object => ({
  description:
    'On errors that come from the source. none: a definite no, there is no such record. failed: the source could not say; the same request id may be sent again.',
  schema: { type: 'string', enum: outcomes },
})
const RETRY = { 'Retry-After': whole('Seconds after which a call may pass') }

/** The complete response of an endpoint: envelope and data. */
function successSchema({ endpoint, envelope }: HostedEndpoint): JsonSchema {
  const whole =
    envelope.data === 'nested'
      ? envelope.success.extend({ data: endpoint.data })
      : envelope.success.extend(endpoint.data.shape)
  return answerSchema(whole)
}

type Examples = Record<string, { readonly summary: string; readonly value: unknown }>

const SHOWN = {
  requestId: 'req-example',
  reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  environment: 'sandbox',
  charged: zero,
  balance: inr('100'),
  elapsedMs: 1,
} as const

/** An example response without fixtures, such as the caller's own balance, generated from schemas. */
function madeExample({ endpoint, envelope }: HostedEndpoint): Examples {
  const data = exampleOf(answerSchema(endpoint.data))
  const value = { ...envelope.wrap(SHOWN), ...(envelope.data === 'nested' ? { data } : Object(data)) }
  return { 'success-1': { summary: 'success', value } }
}

/** The sandbox's responses with a status, from running the fixtures. */
function sandboxExamples(scenarios: readonly ScenarioEntry[], status: number): Examples {
  return Object.fromEntries(
    scenarios.flatMap((entry, index) =>
      entry.status === status
        ? [[exampleName(entry.scenario, index), { summary: entry.scenario, value: entry.example }]]
        : [],
    ),
  )
}

function faultExamples({ envelope }: HostedEndpoint, faults: readonly DocumentedFault[]): Examples {
  return Object.fromEntries(
    faults.map(({ code, message, outcome, declared }) => [
      code,
      {
        summary: code,
        value: envelope.fault({ code, message, outcome, status: declared, requestId: SHOWN.requestId }).body,
      },
    ]),
  )
}

function faultResponse(hosted: HostedEndpoint, status: number, faults: readonly DocumentedFault[]): object {
  const codes = faults.map(({ code }) => code).join(', ')
  const sources = new Set(faults.flatMap((fault) => sourceOutcome(fault) ?? []))
  const retries = [409, 429, 503].includes(status) || sources.has('failed')
  return {
    description: `${DESCRIPTIONS[status] ?? 'Refused'}. Codes: ${codes}. Not charged.`,
    headers: {
      ...REQUEST_ID,
      ...(status === 429 ? RATE : {}),
      ...(retries ? RETRY : {}),
      ...(sources.size > 0 ? { 'X-Outcome': outcomeHeader(OUTCOMES.filter((one) => sources.has(one))) } : {}),
    },
    content: {
      'application/json': { schema: answerSchema(hosted.envelope.failure), examples: faultExamples(hosted, faults) },
    },
  }
}

/** The responses of an operation, per status, each with its schema and examples. */
export function responsesOf(hosted: HostedEndpoint, scenarios: readonly ScenarioEntry[]): object {
  const faults = faultsOf(hosted)
  const statuses = [...new Set(faults.map(({ status }) => status))].sort((a, b) => a - b)
  const ran = sandboxExamples(scenarios, 200)
  const examples = Object.keys(ran).length > 0 ? ran : madeExample(hosted)
  return {
    200: {
      description: hosted.billable ? 'An answer; the wallet is debited' : 'An answer; free',
      headers: {
        ...REQUEST_ID,
        ...RATE,
        ...(hosted.endpoint.replay === false
          ? {}
          : { 'Idempotent-Replayed': text('true where this answer was given before') }),
      },
      content: {
        'application/json': {
          schema: successSchema(hosted),
          examples,
        },
      },
    },
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        faultResponse(
          hosted,
          status,
          faults.filter((fault) => fault.status === status),
        ),
      ]),
    ),
  }
}
