import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AdminTokens } from '@parakh/core'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('node_modules', import.meta.url))

const CLIENT = `import createClient from 'openapi-fetch'
import type { paths } from './api.js'

declare const process: { readonly argv: readonly string[] }
const [baseUrl = '', key = '', secret = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key, 'X-API-Secret': secret } })

const branch = await client.GET('/api/v1/bank-ifsc-details', { params: { query: { ifsc: 'KKBK0000261' } } })
const holder = await client.GET('/api/v1/pan-details', { params: { query: { api_key: key, panno: 'AAAPR0000A' } } })
const verified = await client.POST('/api/v1/verify/pan', { body: { pan: 'AAAPR0000A' } })

/** What must not compile; it never runs. */
export const wrong = () => [
  // @ts-expect-error a field of another type
  client.POST('/api/v1/verify/pan', { body: { pan: 7 } }),
  // @ts-expect-error a field that is missing
  client.GET('/api/v1/pan-details', { params: { query: { api_key: key } } }),
  // @ts-expect-error a path that there is not
  client.GET('/api/v1/nothing'),
]

const city: string | null | undefined = branch.data?.data.city
const name: string | undefined = holder.data?.name
const seeded: boolean | undefined = verified.data?.data.aadhaar_seeded
const unknown = await client.GET('/api/v1/bank-ifsc-details', { params: { query: { ifsc: 'KKBK0999999' } } })
const code: string | undefined = unknown.error?.error?.code
console.log(JSON.stringify({ city, charged: branch.data?.meta.charged, name, seeded, code }))
`
const ADMIN_CLIENT = `import createClient from 'openapi-fetch'
import type { paths } from './api.js'

declare const process: { readonly argv: readonly string[] }
const [baseUrl = '', token = ''] = process.argv.slice(2)
// Lists come as CSV too: this client asks for JSON.
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization: 'Bearer ' + token } })

const made = await client.POST('/admin/v1/accounts', { body: { name: 'North', role: 'distributor' } })
const account_id: string = made.data?.account_id ?? ''
const wallet = await client.POST('/admin/v1/accounts/{account_id}/wallets/{environment}/credits', {
  params: { path: { account_id, environment: 'production' } },
  body: { amount: '500.00', reference: 'utr-1' },
})
const listed = await client.GET('/admin/v1/accounts', { params: { query: { role: 'distributor', limit: 10 } } })

/** What must not compile; it never runs. */
export const wrong = () => [
  // @ts-expect-error a role that there is not
  client.POST('/admin/v1/accounts', { body: { name: 'North', role: 'king' } }),
  // @ts-expect-error a field that no request has
  client.POST('/admin/v1/accounts', { body: { name: 'North', role: 'developer', colour: 'red' } }),
]

const missing = await client.GET('/admin/v1/accounts/{account_id}', { params: { path: { account_id: 'nothing' } } })
const code: string | undefined = missing.error?.error.code
const { balance, credited } = wallet.data ?? {}
console.log(JSON.stringify({ balance, credited, names: listed.data?.items.map(({ name }) => name), code }))
`
const COMPILER = {
  compilerOptions: {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, noUncheckedIndexedAccess: true },
    ...{ types: [], lib: ['ES2022', 'DOM'], skipLibCheck: true, outDir: 'out' },
  },
  files: ['client.ts'],
}

let folder: string
let sandbox: ServedSandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-client-'))
  await symlink(modules, join(folder, 'node_modules'))
  sandbox = await servedSandbox()
})
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Generates types from a document, compiles a client with them and runs it. @returns What it said. */
async function compileAndRun(path: string, client: string, args: readonly string[]): Promise<unknown> {
  const document = JSON.stringify(await sandbox.fetchJson(path))
  const files = {
    'api.ts': astToString(await openapiTypes(document)),
    'client.ts': client,
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify(COMPILER),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const compiled = await run(join(modules, '.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')
  const { stdout } = await run(process.execPath, [join(folder, 'out/client.js'), sandbox.url, ...args])
  return JSON.parse(stdout)
}

it('is made of the document, compiles, and is answered by three endpoints of three envelopes', async () => {
  const { apiKey, apiSecret } = await sandbox.account()
  const said = { city: 'GURGAON', charged: 0.5, name: 'ASHA RAO', seeded: true, code: 'IFSC_NOT_FOUND' }
  expect(await compileAndRun('/openapi.json', CLIENT, [apiKey, apiSecret])).toEqual(said)
}, 60_000)

it('is made of the document of the admin API, compiles, and runs the business', async () => {
  const credential = { name: 'console', accountId: null, scopes: ['*'], expiresAt: null, actor: 'test' } as const
  const { secret } = await sandbox.server.host.get(AdminTokens).create(credential)
  const said = { balance: '500.00', credited: true, names: ['North'], code: 'NOT_FOUND' }
  expect(await compileAndRun('/admin/v1/openapi.json', ADMIN_CLIENT, [secret])).toEqual(said)
}, 60_000)
