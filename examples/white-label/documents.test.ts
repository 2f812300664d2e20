import { adminOpenapi } from '@parakh/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  responses: z.record(
    z.string(),
    z.object({
      content: z.object({
        'application/json': z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })).optional() }),
      }),
    }),
  ),
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
const operationsOf = (document: unknown) =>
  Object.values(Document.parse(document).paths).flatMap((methods) => Object.values(methods))

let sandbox: ServedSandbox
beforeAll(async () => {
  sandbox = await servedSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())

/** What an operation may begin with: what it does, said to whoever does it. */
const VERBS = [
  ...['Add', 'Allot', 'Approve', 'Assign', 'Cancel', 'Change', 'Charge', 'Check', 'Clear', 'Close', 'Compare'],
  ...[
    'Confirm',
    'Convert',
    'Correct',
    'Create',
    'Credit',
    'Delete',
    'Disable',
    'Download',
    'Draw',
    'Drop',
    'Enable',
    'End',
  ],
  ...['Erase', 'Export', 'Tell', 'Upload', 'Withdraw'],
  ...['Explain', 'Find', 'Get', 'Invite', 'Issue', 'List', 'Make', 'Move', 'Open', 'Order', 'Post', 'Promote'],
  ...[
    'Reject',
    'Release',
    'Remove',
    'Refund',
    'Rename',
    'Renew',
    'Replay',
    'Request',
    'Restrict',
    'Resume',
    'Revoke',
    'Rotate',
  ],
  ...['Search', 'Send', 'Set', 'Settle', 'Submit', 'Subscribe', 'Suspend', 'Take', 'Update', 'Verify'],
]

it('title every operation of the calls and of the admin API by what it does', async () => {
  const admin = adminOpenapi(sandbox.server.host, {
    brand: { name: 'Acme Verify' },
    baseUrl: 'https://api.acme.example',
  })
  const operations = [await sandbox.fetchJson('/openapi.json'), admin].flatMap(operationsOf)
  expect(operations.length).toBeGreaterThan(100)
  const others = operations.filter(({ summary }) => !VERBS.includes(/^\w+/.exec(summary)?.[0] ?? ''))
  expect(others.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([])
})

it('show what the fixtures answer, and nowhere the bounds of a number', async () => {
  const document = await sandbox.fetchJson('/openapi.json')
  const scenarios = await sandbox.server.host.scenarios()
  for (const { operationId, responses } of operationsOf(document)) {
    const shown = Object.values(responses['200']?.content['application/json'].examples ?? {}).map(({ value }) => value)
    const ran = scenarios.filter(({ endpoint, status }) => endpoint === operationId && status === 200)
    expect([operationId, shown.length]).toEqual([operationId, Math.max(ran.length, 1)])
    if (ran.length > 0) expect(shown).toEqual(ran.map(({ example }) => example))
  }
  const admin = adminOpenapi(sandbox.server.host, {
    brand: { name: 'Acme Verify' },
    baseUrl: 'https://api.acme.example',
  })
  for (const text of [JSON.stringify(document), JSON.stringify(admin)]) expect(text).not.toContain('9007199254740991')
})

it('name no product but the brand: pages, documents, answers, refusals and their headers', async () => {
  const { headers } = await sandbox.account()
  const asked = [
    ...['/docs', '/openapi.json', '/postman.json', '/console/', '/healthz', '/readyz', '/nothing-here', '/favicon.ico'],
    ...['/api/v1/balance', '/api/v1/bank-ifsc-details?ifsc=KKBK0000261', '/api/v1/bank-ifsc-details?ifsc=1'],
    ...['/admin/v1/accounts', '/console/api/me'],
  ]
  for (const path of asked) {
    const reply = await fetch(`${sandbox.url}${path}`, { headers })
    const text = `${JSON.stringify([...reply.headers])} ${await reply.text()}`
    expect([path, /.{0,60}parakh.{0,60}/i.exec(text)?.[0] ?? null]).toEqual([path, null])
  }
})
