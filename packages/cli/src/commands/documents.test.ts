import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Workplace, workplace } from '../../test/workplace.ts'

let place: Workplace
afterEach(() => place[Symbol.asyncDispose]())

interface OpenApi {
  openapi: string
  info: { version: string; title: string }
  paths: Record<string, object>
}

it('prints the OpenAPI document with whole paths', async () => {
  place = await workplace()
  const document = (await place.parakh('openapi', '--json')).json<OpenApi>()
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0.0' } })
  expect(Object.keys(document.paths)).toContain('/api/v1/bank-ifsc-details')
})

it('narrows it to one endpoint', async () => {
  place = await workplace()
  const document = (await place.parakh('openapi', '--endpoint', 'pan-details', '--json')).json<OpenApi>()
  expect(Object.keys(document.paths)).toEqual(['/api/v1/pan-details'])
})

it('refuses an endpoint that there is not', async () => {
  place = await workplace()
  const refused = await place.parakh('openapi', '--endpoint', 'pan', '--json')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('ENDPOINT_UNKNOWN')
})

it('writes the Postman collection to a file', async () => {
  place = await workplace()
  const written = await place.parakh('postman', '--out', 'collection.json', '--json')
  expect(written.json()).toEqual({ ok: true, file: join(place.folder, 'collection.json') })
  const collection = JSON.parse(await readFile(join(place.folder, 'collection.json'), 'utf8'))
  expect(collection.info.schema).toContain('v2.1.0')
  expect(JSON.stringify(collection)).toContain('pm.test')
})
