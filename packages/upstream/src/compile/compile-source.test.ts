import { defineProvider, HttpSourceSchema, operation, type Provider, type ProviderOperations } from '@parakh/core'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createUpstream } from '../create-upstream.ts'
import { ASK_PERSON, compile, Registry } from '../testing/described-source.ts'

const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
const baseUrl = 'https://registry.invalid/api'
const faultsOf = (source: object) => {
  const parsed = HttpSourceSchema.parse({ provider: 'http', baseUrl, ...source })
  const compiled = upstream.compile(Registry, parsed, 'live')
  return 'implementation' in compiled ? [] : compiled
}
const person = (over: object) => faultsOf({ operations: { person: { ...ASK_PERSON, ...over } } })

test('compiles a source without faults', () => {
  expect(compile(upstream, { baseUrl, operations: { person: ASK_PERSON } })).toHaveProperty('implementation.person')
})

test('names the place and the character of a syntax error', () => {
  const [fault, ...others] = person({ none: 'status = (404' })
  expect(others).toEqual([])
  expect(fault).toMatchObject({ code: 'EXPRESSION_SYNTAX', path: 'live.operations.person.none' })
  expect(fault?.message).toMatch(/\(at character \d+\)$/)
})

test('reports every fault at once', () => {
  const faults = person({
    path: '/{{ ) }}',
    query: { a: '(' },
    headers: { b: '[' },
    body: { c: '{' },
    method: 'POST',
    none: '$' + '(',
  })
  expect(faults.map(({ path }) => path.replace('live.operations.person.', ''))).toEqual([
    'path',
    'query.a',
    'headers.b',
    'body.c',
    'none',
  ])
})

test('lists the allowed operations where one is not in the contract', () => {
  const [fault] = faultsOf({ operations: { people: ASK_PERSON } })
  expect(fault).toMatchObject({ code: 'OPERATION_NOT_IN_CONTRACT', path: 'live.operations.people' })
  expect(fault?.message).toContain('person, resident, order')
})

test('does not take the name of an object method for an operation', () => {
  expect(faultsOf({ operations: { constructor: ASK_PERSON } })).toMatchObject([{ code: 'OPERATION_NOT_IN_CONTRACT' }])
})

test('refuses an unknown field of the record and lists the known ones', () => {
  const [fault] = person({ record: { ...ASK_PERSON.record, surname: 'body.x' } })
  expect(fault).toMatchObject({ code: 'RECORD_FIELD_UNKNOWN', path: 'live.operations.person.record.surname' })
  expect(fault?.message).toContain('pan, name, active, born')
})

test('asks for every field that the record cannot lack', () => {
  const faults = person({ record: { pan: 'body.pan' } })
  expect(faults.map(({ code, message }) => [code, /field (\w+)/.exec(message)?.[1]])).toEqual([
    ['RECORD_FIELD_MISSING', 'name'],
    ['RECORD_FIELD_MISSING', 'active'],
  ])
})

test('requires no field that is optional or has a default', () => {
  const People: Provider = defineProvider<ProviderOperations>('people', {
    person: operation({
      effect: 'read',
      input: z.object({ pan: z.string() }),
      output: z.object({
        name: z.string(),
        born: z.string().optional(),
        status: z.string().nullable().default(null),
        gender: z.string().toUpperCase().prefault('f'),
        tags: z.array(z.string()).catch([]),
      }),
    }),
  })
  const operations = { person: { path: '/person', record: { name: 'body.name' } } }
  const source = HttpSourceSchema.parse({ provider: 'http', baseUrl, operations })
  expect(upstream.compile(People, source, 'live')).toHaveProperty('implementation.person')
})

test.each([
  {
    what: 'an input that the operation has not',
    over: { query: { q: 'input.pam' } },
    path: 'query.q',
    allowed: 'input.pan, input.year, input.tags',
  },
  { what: 'a bare name in a request', over: { path: '/{{ pan }}' }, path: 'path', allowed: 'input, reference' },
  {
    what: 'a bare name in a record',
    over: { record: '{ "pan": result.pan }' },
    path: 'record',
    allowed: 'status, headers, body, reference, input',
  },
  { what: 'a mistyped name in a function', over: { none: '$not($exists(bodi.a))' }, path: 'none', allowed: 'body' },
])('finds $what', ({ over, path, allowed }) => {
  const [fault] = person(over)
  expect(fault).toMatchObject({ code: 'EXPRESSION_NAME_UNKNOWN', path: `live.operations.person.${path}` })
  expect(fault?.message).toContain(allowed)
})

test('leaves names inside predicates, later steps and functions alone', () => {
  const record =
    '{ "pan": body.rows[type = "PAN"].value, "name": $map(body.rows, function($r) { $r.name })[0], "active": body.rows.(a and b) }'
  expect(person({ record })).toEqual([])
})

test('refuses $eval, which would run code of the upstream', () => {
  expect(person({ none: '$map(body.checks, $eval)' })).toMatchObject([{ code: 'EXPRESSION_FORBIDDEN' }])
})

test('refuses status below a read', () => {
  expect(person({ status: { path: '/x' } })).toMatchObject([
    { code: 'STATUS_NOT_ALLOWED', path: 'live.operations.person.status' },
  ])
})

test('refuses an input in the status of a write, where there is none', () => {
  const faults = faultsOf({
    operations: { order: { path: '/o', record: { state: 'body.state' }, status: { path: '/o/{{ input.item }}' } } },
  })
  expect(faults).toMatchObject([{ code: 'EXPRESSION_NAME_UNKNOWN', path: 'live.operations.order.status.path' }])
})

test('refuses a path that cannot be sent', () => {
  expect(person({ path: '/people/{{ input.pan' })).toMatchObject([{ code: 'PATH_TEMPLATE' }])
  expect(person({ path: '/people of india' })).toMatchObject([{ code: 'PATH_TEMPLATE' }])
})

test('refuses a body of a GET', () => {
  expect(person({ method: 'GET', body: { pan: 'input.pan' } })).toMatchObject([{ code: 'BODY_NOT_ALLOWED' }])
})

test('refuses headers that frame the request, and never shows a value', () => {
  const operations = { person: { ...ASK_PERSON, headers: { Host: '"x"', 'Accept-Encoding': '"gzip"' } } }
  const faults = faultsOf({ headers: { 'X-Key': 'a-secret\r\nX-Other: 1', 'bad name': 'a-secret' }, operations })
  expect(faults.map(({ path }) => path)).toEqual([
    'live.headers.X-Key',
    'live.headers.bad name',
    'live.operations.person.headers.Host',
    'live.operations.person.headers.Accept-Encoding',
  ])
  expect(JSON.stringify(faults)).not.toContain('a-secret')
})

test('refuses credentials, a query and a fragment in baseUrl', () => {
  for (const bad of [
    'https://user:word@registry.invalid',
    'https://registry.invalid/?key=1',
    'https://registry.invalid/#x',
  ]) {
    const faults = faultsOf({ baseUrl: bad, operations: {} })
    expect(faults).toMatchObject([{ code: 'BASE_URL', path: 'live.baseUrl' }])
    expect(JSON.stringify(faults)).not.toContain('word')
  }
})

test('refuses a callback for anything but a write that is described', () => {
  const callback = {
    signature: { header: 'x-signature', algorithm: 'sha256', secret: 'a-secret', content: 'txt' },
    operation: 'person',
    reference: 'body.id',
    record: 'payload',
  }
  const order = { path: '/o', record: { state: 'body.state' } }
  const faults = faultsOf({ operations: { person: ASK_PERSON, order }, callback })
  expect(faults.map(({ code, path }) => [code, path])).toEqual([
    ['CALLBACK_OPERATION', 'live.callback.operation'],
    ['EXPRESSION_NAME_UNKNOWN', 'live.callback.record'],
    ['EXPRESSION_NAME_UNKNOWN', 'live.callback.signature.content'],
  ])
  expect(faults[0]?.message).toContain('Allowed: order')
})
