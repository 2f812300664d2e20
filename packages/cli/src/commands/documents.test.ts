import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type TestCli, testCli } from '../../test/test-cli.ts'

let cli: TestCli
afterEach(() => cli[Symbol.asyncDispose]())

interface OpenApi {
  openapi: string
  info: { version: string; title: string }
  paths: Record<string, object>
}

it('prints the OpenAPI document with whole paths', async () => {
  cli = await testCli()
  const document = (await cli.parakh('openapi', '--json')).json<OpenApi>()
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0.0' } })
  expect(Object.keys(document.paths)).toContain('/api/v1/bank-ifsc-details')
})

it('narrows it to one endpoint', async () => {
  cli = await testCli()
  const document = (await cli.parakh('openapi', '--endpoint', 'pan-details', '--json')).json<OpenApi>()
  expect(Object.keys(document.paths)).toEqual(['/api/v1/pan-details'])
})

it('refuses an endpoint that there is not', async () => {
  cli = await testCli()
  const refused = await cli.parakh('openapi', '--endpoint', 'pan', '--json')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('ENDPOINT_UNKNOWN')
})

it('names the address of a plugin that has one of its own', async () => {
  cli = await testCli(`
brand: { name: Test Verify }
server: { publicUrl: https://api.acme.example, listeners: { ifsc: { port: 3001, publicUrl: https://ifsc.acme.example } } }
database: { client: sqlite3, filename: ./data/test.db }
plugins: { '@parakh/ifsc': {}, '@parakh/pan': {} }
secrets:
  pepper: a pepper for tests alone
  masterKey: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
  jwtKeys: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
`)
  const { paths } = (await cli.parakh('openapi', '--json')).json<OpenApi>()
  const apart = { servers: [{ url: 'https://ifsc.acme.example' }] }
  expect(paths['/api/v1/bank-ifsc-details']).toMatchObject({ get: apart })
  expect(paths['/api/v1/pan-details']).not.toMatchObject({ get: { servers: expect.anything() } })
  const one = await cli.parakh('postman', '--endpoint', 'bank-ifsc-details', '--json')
  expect(one.out).toContain('https://ifsc.acme.example')
})

it('writes the Postman collection to a file', async () => {
  cli = await testCli()
  const written = await cli.parakh('postman', '--out', 'collection.json', '--json')
  expect(written.json()).toEqual({ ok: true, file: join(cli.folder, 'collection.json') })
  const collection = JSON.parse(await readFile(join(cli.folder, 'collection.json'), 'utf8'))
  expect(collection.info.schema).toContain('v2.1.0')
  expect(JSON.stringify(collection)).toContain('pm.test')
})
