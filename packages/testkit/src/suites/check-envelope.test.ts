import { defineEnvelope, type EnvelopeDefinition, legacy, modern, verify } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkEnvelope } from './check-envelope.ts'
import { testEnvelope } from './test-envelope.ts'

testEnvelope('modern', modern)
testEnvelope('legacy', legacy())
testEnvelope('legacy with a message and no money', legacy({ message: 'Record found', money: false }))
testEnvelope('legacy with 503', legacy({ upstreamStatus: 503 }))
testEnvelope('verify', verify)

describe('checkEnvelope finds', () => {
  const success = z.object({ charged: z.number() })
  const failure = z.object({ code: z.string(), errors: z.record(z.string(), z.array(z.string())).optional() })
  const good: EnvelopeDefinition<typeof success, typeof failure> = {
    name: 'plain',
    data: 'nested',
    success,
    failure,
    wrap: (_answer, body) => body({ charged: 12.34 }),
    fault: ({ status, code, fields }, reply) =>
      reply(status, {
        code,
        ...(fields
          ? { errors: Object.fromEntries(Object.entries(fields).map(([path, all]) => [path, [...all]])) }
          : {}),
      }),
  }

  it('nothing in a good one', () => expect(checkEnvelope(defineEnvelope(good))).toEqual([]))

  it('money in micro-rupees', () => {
    const envelope = defineEnvelope({ ...good, wrap: ({ charged }, body) => body({ charged }) })
    expect(checkEnvelope(envelope).join()).toContain('looks like micro-rupees')
  })
  it('money with more than two decimals', () => {
    const envelope = defineEnvelope({ ...good, wrap: ({ balance }, body) => body({ charged: balance / 1_000_000 }) })
    expect(checkEnvelope(envelope).join()).toContain('more than two decimals')
  })
  it('a body that does not meet its schema', () => {
    const envelope = { ...defineEnvelope(good), failure: z.object({ code: z.literal('ONLY_THIS') }) }
    expect(checkEnvelope(envelope).join()).toContain('INTERNAL_ERROR: does not meet its own schema')
  })
  it('field errors that are left out', () => {
    const envelope = defineEnvelope({ ...good, fault: ({ status, code }, reply) => reply(status, { code }) })
    expect(checkEnvelope(envelope)).toEqual(['the fault VALIDATION_FAILED: does not show which field is wrong'])
  })
  it('the field that JSON does not carry, however deep it is', () => {
    const when = new Date(0)
    const wrap = (value: unknown): string =>
      checkEnvelope({ ...defineEnvelope(good), wrap: () => value } as ReturnType<typeof defineEnvelope>).join('\n')
    expect(wrap({ charged: 1, meta: { fields: undefined } })).toContain('after JSON: meta.fields: undefined')
    expect(wrap({ charged: 1, list: [{ when }] })).toContain('after JSON: list.0.when: an object of the class Date')
    expect(wrap(undefined)).toContain('after JSON: the body: undefined')
  })
  it('what JSON does not carry, and a status of success', () => {
    const faulty = defineEnvelope({
      ...good,
      wrap: (_answer, body) => body({ charged: Number.NaN }),
      fault: ({ code, fields }, reply) =>
        reply(200, { code, errors: fields ? { 'recipient.pincode': ['must be six digits'] } : {} }),
    })
    const problems = checkEnvelope(faulty).join()
    expect(problems).toContain('an answer in sandbox: is not the same after JSON: charged: NaN')
    expect(problems).toContain('has the status 200')
  })
})
