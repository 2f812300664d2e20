import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  defineProvider,
  type HttpSource,
  HttpSourceSchema,
  operation,
  type Provider,
  type ProviderOperations,
} from '@parakh/core'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { createUpstream } from './create-upstream.ts'
import { attempt, run } from './testing/described-source.ts'

const text = z.string().nullable().default(null)
const rail = z.boolean().nullable().default(null)
const operations = {
  details: operation({
    effect: 'read',
    input: z.object({ pan: z.string() }),
    output: z.object({ pan: z.string(), name: z.string(), father: z.string(), dob: z.string(), gender: text }),
  }),
  branch: operation({
    effect: 'read',
    input: z.object({ ifsc: z.string() }),
    output: z.object({ ifsc: z.string(), bank: text, branch: text, city: text, micr: text, neft: rail, upi: rail }),
  }),
}
const contract: Provider = defineProvider<ProviderOperations>('registry', operations)
type Described = HttpSource<typeof operations>['operations']

const part = (name: string) => `$split(body.result.birthDate, "/")[${name}]`
const details = {
  method: 'POST',
  path: '/pan/details',
  headers: { 'x-correlation-id': 'reference' },
  body: { panNumber: 'input.pan', consent: '"Y"' },
  none: 'status = 404 or body.code = "NOT_FOUND"',
  record: {
    pan: 'body.result.panNumber',
    name: 'body.result.fullName',
    father: 'body.result.fatherName ? body.result.fatherName : ""',
    dob: `${part('2')} & "-" & ${part('1')} & "-" & ${part('0')}`,
    gender: 'body.result.gender in ["M", "F", "T"] ? body.result.gender : null',
  },
} as const satisfies Described['details']
const branch = {
  path: '/{{ input.ifsc }}',
  none: 'status = 404',
  record:
    '{ "ifsc": body.IFSC, "bank": body.BANK, "branch": body.BRANCH, "address": body.ADDRESS, "city": body.CITY, "district": body.DISTRICT, "state": body.STATE, "contact": body.CONTACT, "micr": body.MICR, "neft": body.NEFT, "rtgs": body.RTGS, "imps": body.IMPS, "upi": body.UPI }',
} as const satisfies Described['branch']
/** How requests prove themselves; secrets are variables. */
const proofs = {
  oauth2: {
    tokenUrl: 'https://login.upstream.example/oauth/token',
    clientId: '${UPSTREAM_CLIENT_ID}',
    clientSecret: '${UPSTREAM_CLIENT_SECRET}',
    scope: 'verification.read',
    clientAuthentication: 'basic',
  },
  signature: {
    header: 'x-signature',
    algorithm: 'sha256',
    secret: '${UPSTREAM_SIGNING_KEY}',
    headers: { 'x-timestamp': 'timestamp.seconds', 'x-nonce': 'nonce' },
    content: '$join([method, path, query, headers."x-timestamp", headers."x-nonce", digest.hex], "\\n")',
  },
} as const
/** What the public API answers for a true branch. */
const KKBK0000261 = {
  MICR: '560485002',
  BRANCH: 'BANGALORE-KORAMANGALA',
  ADDRESS: 'KORAMANGALA, BANGALORE',
  STATE: 'KARNATAKA',
  CONTACT: '',
  UPI: true,
  RTGS: true,
  CITY: 'BANGALORE',
  CENTRE: 'BANGALORE',
  DISTRICT: 'BANGALORE',
  NEFT: true,
  IMPS: false,
  SWIFT: null,
  ISO3166: 'IN-KA',
  BANK: 'Kotak Mahindra Bank',
  BANKCODE: 'KKBK',
  IFSC: 'KKBK0000261',
}

const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
let server: FakeUpstream
beforeAll(async () => {
  server = await fakeUpstream()
})
beforeEach(() => server.reset())
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
})
const ask = (name: 'details' | 'branch', input: object, described: object = {}) => {
  const source = { provider: 'http', baseUrl: server.url, operations: { details, branch }, ...described }
  const compiled = upstream.compile(contract, HttpSourceSchema.parse(source), 'live')
  if (!('implementation' in compiled)) throw new Error(JSON.stringify(compiled))
  return run(compiled.implementation[name], input, attempt())
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const linesOf = (value: object): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' ? [`${key}:`, ...linesOf(inner)] : [`${key}: ${inner}`],
  )

test('the README shows the mappings, and how requests prove themselves, as they are tested here', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const shown = readme.split('\n').map((line) => line.trim().replace(/: (['"])(.*)\1$/, ': $2'))
  expect(shown).toEqual(expect.arrayContaining([...linesOf(details), ...linesOf(branch), ...linesOf(proofs)]))
})

test('the mapping of PAN details brings a holder, and a definite no', async () => {
  const result = { panNumber: 'ABCPE0000F', fullName: 'ASHA RAO', birthDate: '07/03/1990', gender: 'X' }
  server.answer(reply.json({ code: 'OK', result }))
  expect(await ask('details', { pan: 'ABCPE0000F' })).toEqual({
    pan: 'ABCPE0000F',
    name: 'ASHA RAO',
    father: '',
    dob: '1990-03-07',
    gender: null,
  })
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    headers: { 'x-correlation-id': 'REF1' },
    body: '{"panNumber":"ABCPE0000F","consent":"Y"}',
  })
  server.answer(reply.json({ code: 'NOT_FOUND' }))
  expect(await ask('details', { pan: 'ABCPE0000F' })).toBeNull()
})

test('the mapping of the public IFSC API brings a branch, and a definite no', async () => {
  server.answer(reply.json(KKBK0000261))
  expect(await ask('branch', { ifsc: 'KKBK0000261' })).toMatchObject({
    ifsc: 'KKBK0000261',
    bank: 'Kotak Mahindra Bank',
    neft: true,
    imps: false,
    contact: '',
  })
  expect(server.requests[0]?.path).toBe('/KKBK0000261')
  server.answer(reply.json('Not Found', { status: 404 }))
  expect(await ask('branch', { ifsc: 'KKBK0999999' })).toBeNull()
})

test('requests prove themselves by a token and a signature', async () => {
  server.on('/oauth/token', reply.json({ access_token: 'granted', token_type: 'Bearer', expires_in: 3600 }))
  server.answer(reply.json(KKBK0000261))
  const oauth2 = { ...proofs.oauth2, tokenUrl: `${server.url}/oauth/token` }
  await ask('branch', { ifsc: 'KKBK0000261' }, { ...proofs, oauth2 })
  const { headers } = server.requests.at(-1) ?? expect.unreachable()
  const signed = ['GET', '/KKBK0000261', '', headers['x-timestamp'], headers['x-nonce'], sha256('')].join('\n')
  expect(headers).toMatchObject({
    authorization: 'Bearer granted',
    'x-signature': createHmac('sha256', proofs.signature.secret).update(signed).digest('hex'),
  })
})
