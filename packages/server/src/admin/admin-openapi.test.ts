import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { ADMIN_ROUTES } from './all-routes.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const command = (name: string): string => join(ROOT, 'node_modules/.bin', name)

interface Report {
  readonly problems: readonly { ruleId: string; message: string; location: readonly { pointer?: string }[] }[]
}

describe('the document of the admin API', () => {
  let test: AdminForTest
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-admin-document-'))
    test = await adminForTest({ brand: { name: 'Acme Verify', supportEmail: 'help@acme.example' } })
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true })
  })
  const document = async () => (await test.ask({ url: '/openapi.json', as: null })).json()

  it('holds exactly the live routes, each with its scope', async () => {
    const { paths } = await document()
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { 'x-scope': string }>).map(
        ([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-scope']}`,
      ),
    )
    const live = ADMIN_ROUTES.map(({ method, path, scope }) => `${method} /admin/v1${path} ${scope}`)
    expect(documented.sort()).toEqual([...live].sort())
  })

  it('refuses unknown fields of requests and promises nothing against new ones of answers', async () => {
    const { paths } = await document()
    const { post } = paths['/admin/v1/accounts']
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      additionalProperties: false,
      required: ['name', 'role'],
    })
    expect(JSON.stringify(post.responses)).not.toContain('"additionalProperties":false')
    expect(Object.keys(paths['/admin/v1/keys'].get.responses['200'].content)).toEqual(['application/json', 'text/csv'])
  })

  it('passes redocly lint without an error or a warning', async () => {
    const file = join(folder, 'admin.json')
    // A linter warns of localhost, which is where this server is.
    await writeFile(file, JSON.stringify({ ...(await document()), servers: [{ url: 'https://api.acme.in' }] }, null, 2))
    const { stdout } = await run(command('redocly'), ['lint', '--format=json', file], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      maxBuffer: 50_000_000,
      cwd: folder,
    }).catch((error: { stdout: string }) => error)
    const report: Report = JSON.parse(stdout.slice(stdout.indexOf('{')))
    expect(
      report.problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([])
  }, 120_000)
})
