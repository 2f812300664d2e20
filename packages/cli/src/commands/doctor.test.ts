import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fakeUpstream, SELF_SIGNED_CERTIFICATE } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import type { Finding } from '../doctor/finding.ts'

const DAY_MS = 86_400_000
let cli: TestCli
let server: Server
let url: string
let answers: Record<string, [number, string]>
beforeEach(async () => {
  cli = await testCliWithAccount()
  answers = { '/healthz': [200, '{"status":"alive"}'], '/readyz': [200, '{"status":"ready"}'] }
  server = createServer((request, response) => {
    const [status, text] = answers[request.url ?? ''] ?? [404, '{}']
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterEach(async () => {
  server.close()
  await cli[Symbol.asyncDispose]()
})

async function found(...args: string[]): Promise<{ code: number; findings: readonly Finding[] }> {
  const outcome = await cli.parakh('doctor', '--url', url, ...args, '--json')
  return { code: outcome.code, findings: outcome.json<{ findings: readonly Finding[] }>().findings }
}
const toDo = ({ findings }: { readonly findings: readonly Finding[] }) =>
  findings.flatMap(({ check, state, found }) => (state === 'act' ? [`${check}: ${found}`] : []))

it('finds nothing to do at a deployment that is well, and ends with 0', async () => {
  const backup = join(cli.folder, 'backup.db')
  await writeFile(backup, 'a copy')
  const { code, findings } = await found('--backups', cli.folder)
  expect(toDo({ findings })).toEqual([])
  expect(code).toBe(0)
  expect(findings.filter(({ state }) => state === 'ok').map(({ check }) => check)).toEqual(
    expect.arrayContaining(['version', 'files', 'database', 'operations', 'disk', 'backups', 'server', 'doors']),
  )
})

it('ends with 1, and says of each thing to do what to do', async () => {
  await chmod(cli.folder, 0o755)
  await writeFile(join(cli.folder, '.env'), 'A=1', { mode: 0o644 })
  answers['/metrics'] = [200, 'parakh_calls_total 1']
  answers['/readyz'] = [503, '{"status":"disk_full"}']
  const backups = join(cli.folder, 'backups')
  await mkdir(backups)
  await writeFile(join(backups, 'old.db'), 'a copy')
  const then = new Date(Date.now() - 3 * DAY_MS)
  await utimes(join(backups, 'old.db'), then, then)
  const outcome = await found('--backups', backups)
  expect(outcome.code).toBe(1)
  expect(toDo(outcome)).toEqual([
    `files: ${join(cli.folder, '.env')} can be read by others of this machine`,
    `backups: The newest backup at ${backups} is 72 hours old`,
    `server: ${url}/readyz is answered 503 {"status":"disk_full"}`,
    `doors: ${url}/metrics is open to everybody`,
  ])
  expect(outcome.findings.filter(({ state, act }) => state === 'act' && act === null)).toEqual([])
  const text = await cli.parakh('doctor', '--url', url)
  expect(text.out).toMatch(/TO DO {3}doors .*\n {22}.*server\.operations/)
})

describe('of the configuration and what it names', () => {
  const withSource = (address: string, besides = '') =>
    CONFIGURATION.replace(
      "'@parakh/pan': {}",
      `'@parakh/pan': { live: { provider: http, baseUrl: '${address}', operations: { details: { path: /pan, record: body } }${besides} } }`,
    )

  it('a source that refuses connections is told, and one that takes them', async () => {
    const file = join(cli.folder, 'parakh.yaml')
    await writeFile(file, withSource(url))
    expect((await found()).findings).toContainEqual(
      expect.objectContaining({ check: 'sources', state: 'ok', found: `pan: ${url} is reached` }),
    )
    await writeFile(file, withSource('http://127.0.0.1:9'))
    expect(toDo(await found())).toEqual(['sources: pan: http://127.0.0.1:9 is not reached: ECONNREFUSED'])
  })

  it('a source that wants a client certificate and has an authority of its own, and the endpoint of its tokens', async () => {
    const { cert, key } = SELF_SIGNED_CERTIFICATE
    await writeFile(join(cli.folder, 'client.pem'), cert + key)
    const upstream = await fakeUpstream({ tls: { cert, key, clientCa: cert } })
    const address = upstream.url.replace('127.0.0.1', 'localhost')
    const source = (port: string) => {
      const oauth2 = `oauth2: { tokenUrl: 'https://localhost:${port}/token', clientId: acme, clientSecret: a-secret }`
      return withSource(address, `, tls: { certificate: client.pem, key: client.pem, ca: client.pem }, ${oauth2}`)
    }
    try {
      await writeFile(join(cli.folder, 'parakh.yaml'), source(new URL(address).port))
      expect(toDo(await found())).toEqual([])
      await writeFile(join(cli.folder, 'parakh.yaml'), source('9'))
      expect(toDo(await found())).toEqual(['sources: pan: https://localhost:9 is not reached: ECONNREFUSED'])
    } finally {
      await upstream.close()
    }
  })

  it('a database that is not there, and a server that is not there', async () => {
    await writeFile(join(cli.folder, 'parakh.yaml'), CONFIGURATION.replace('./data/test.db', './data/other.db'))
    answers = {}
    expect(toDo(await found())).toEqual([
      `database: ${join(cli.folder, 'data', 'other.db')} is not there`,
      `server: ${url}/healthz is answered 404`,
    ])
  })

  it('what needs an act of operators, such as a licence that ends', async () => {
    const until = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10)
    const regulated = withSource(url).replace(
      `'@parakh/pan': { live`,
      `'@parakh/pan': { licence: { authority: ITD, number: L-1, validUntil: '${until}' }, live`,
    )
    await writeFile(join(cli.folder, 'parakh.yaml'), regulated.replace('details: {', 'byAadhaar: {'))
    expect(toDo(await found())).toEqual([`operations: Licence ends, plugin pan, until ${until}`])
  })

  it('a secret that is missing, in place of a stack trace', async () => {
    await writeFile(join(cli.folder, 'parakh.yaml'), CONFIGURATION.replace(/ {2}pepper: .*\n/, ''))
    const outcome = await found()
    expect(outcome.code).toBe(1)
    expect(toDo(outcome)).toEqual([expect.stringMatching(/^configuration: secrets\.pepper: /)])
    expect(outcome.findings).toContainEqual(expect.objectContaining({ check: 'database', state: 'unknown' }))
  })
})
