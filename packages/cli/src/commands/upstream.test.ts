import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const PAN = 'ABCPE1234F'
let answered: object
let asked: number
let upstream: Server
let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  answered = { pan: PAN, name: 'ASHA RAO', seeded: true }
  asked = 0
  upstream = createServer((_request, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=of-ours', 'x-page': '1' })
    response.end(JSON.stringify(answered))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = upstream.address()
  const port = typeof address === 'object' ? address?.port : 0
  const record = '{ pan: body.pan, name: body.name, aadhaar_seeded: body.seeded }'
  const operations = `{ verify: { path: '/verify', query: { pan: input.pan }, record: ${record} } }`
  const live = `{ provider: http, baseUrl: 'http://127.0.0.1:${port}', operations: ${operations} }`
  cli = await testCliWithAccount(CONFIGURATION.replace("'@parakh/pan': {}", `'@parakh/pan': { live: ${live} }`))
})
afterEach(async () => {
  await cli[Symbol.asyncDispose]()
  await new Promise((resolve) => upstream.close(resolve))
})
const test = (...more: string[]) =>
  cli.parakh('upstream', 'test', '@parakh/pan', 'verify', '--input', JSON.stringify({ pan: PAN }), ...more)

it('lists the sources with their operations', async () => {
  const { out } = await cli.parakh('upstream', 'list')
  expect(out).toMatch(/pan\/http#0 +1 +http +verify/)
})

it('shows the record, and writes the reply to a file that is nobody else’s and replays without network', async () => {
  const shown = await test('--record', 'reply.json')
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out).toMatch(/pan\/http#0: answer, HTTP 200, \d+ ms[\s\S]*pan +XXXXXX234F[\s\S]*name +ASHA RAO/)
  const file = join(cli.folder, 'reply.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ status: 200, headers: { 'x-page': '1' } })
  expect(text).toContain(PAN)
  expect(text).not.toContain('of-ours')
  const replayed = await test('--replay', 'reply.json', '--json')
  expect(replayed.json()).toMatchObject({ outcome: 'answer', record: { pan: 'XXXXXX234F' }, reply: { status: 200 } })
  expect(asked).toBe(1)
})

it('names the broken field, and exits with 1', async () => {
  answered = { pan: PAN, name: 'ASHA RAO', seeded: 'yes' }
  const { code, out } = await test()
  expect([code, out]).toEqual([1, expect.stringContaining('Field aadhaar_seeded: invalid_type')])
  await writeFile(join(cli.folder, 'no.json'), JSON.stringify({ status: 503, body: '' }))
  expect(await test('--replay', 'no.json', '--json')).toMatchObject({ code: 1 })
  const wrong = await cli.parakh('upstream', 'test', 'pan', 'verify', '--input', '{')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Allowed: JSON')])
})

it('writes no file where no reply came', async () => {
  upstream.closeAllConnections()
  await new Promise((resolve) => upstream.close(resolve))
  const { code, out } = await test('--record', 'reply.json')
  expect([code, out]).toEqual([1, expect.stringContaining('There is nothing to write.')])
  await expect(stat(join(cli.folder, 'reply.json'))).rejects.toThrow()
})
