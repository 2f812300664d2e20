import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

it('is made of the document, compiles, and is answered by three endpoints of three envelopes', async () => {
  const document = JSON.stringify(await sandbox.fetchJson('/openapi.json'))
  const files = {
    'api.ts': astToString(await openapiTypes(document)),
    'client.ts': CLIENT,
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify(COMPILER),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const compiled = await run(join(modules, '.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')
  const { apiKey, apiSecret } = await sandbox.account()
  const { stdout } = await run(process.execPath, [join(folder, 'out/client.js'), sandbox.url, apiKey, apiSecret])
  const said = { city: 'GURGAON', charged: 0.5, name: 'ASHA RAO', seeded: true, code: 'IFSC_NOT_FOUND' }
  expect(JSON.parse(stdout)).toEqual(said)
}, 60_000)
