import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { lintProblems } from '../../test/redocly-lint.ts'
import { operationRoutes } from './operation-route.ts'

describe('the document of the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ brand: { name: 'Acme Verify', supportEmail: 'help@acme.example' } })
  })
  afterAll(() => test.close())
  const document = async () => (await test.ask({ url: '/openapi.json', as: null })).json()

  it('holds exactly the live routes, each with its scope', async () => {
    const { paths } = await document()
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { 'x-scope': string }>).map(
        ([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-scope']}`,
      ),
    )
    const live = operationRoutes(test.host.operations.map(({ operation }) => operation)).map(
      ({ method, path, scope }) => `${method} /admin/v1${path} ${scope.id}`,
    )
    expect(documented.sort()).toEqual([...live].sort())
  })

  it('refuses unknown fields of requests and promises nothing against new ones of answers', async () => {
    const { paths } = await document()
    const { post } = paths['/admin/v1/accounts']
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      additionalProperties: false,
      required: ['name', 'role'],
    })
    expect(post.requestBody.required).toBe(true)
    // Every field of it is optional: callers that send none go on.
    expect(paths['/admin/v1/accounts/{account_id}/suspend'].post.requestBody.required).toBe(false)
    expect(JSON.stringify(post.responses)).not.toContain('"additionalProperties":false')
  })

  it('has one media type for each response, so that generated clients know its type, and names the others', async () => {
    const { paths } = await document()
    const responses = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods as Record<string, { responses: Record<string, { content: object }> }>).flatMap((one) =>
        Object.entries(one.responses).map(([status, { content }]) => [path, status, Object.keys(content)] as const),
      ),
    )
    expect(responses.length).toBeGreaterThan(100)
    for (const [path, status, types] of responses)
      expect([path, status, types]).toEqual([path, status, ['application/json']])
    const { parameters, responses: answers } = paths['/admin/v1/keys'].get
    expect(answers['200']['x-also']).toEqual(['text/csv'])
    expect(parameters.map(({ name }: { name: string }) => name)).toContain('format')
  })

  it('passes redocly lint without an error or a warning', async () => {
    expect(await lintProblems(await document())).toEqual([])
  }, 120_000)
})
