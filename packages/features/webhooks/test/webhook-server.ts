import { randomBytes } from 'node:crypto'
import { Accounts, AdminTokens, type Environment, Keys } from '@parakh/core'
import { type Config, createServer } from '@parakh/server'
import { collectingLogger } from '@parakh/testkit'
import { databaseOn } from '../../../../test/databases.ts'
import { webhooks } from '../src/index.ts'

/** Credentials of an account's key. */
export type KeyHeaders = Readonly<Record<string, string>>
/** An answer over HTTP. */
interface Reply {
  readonly statusCode: number
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes, as light-my-request gives them
  json(): any
}
/** A request to the admin API. */
interface AdminAsk {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`. */
  readonly url: string
  readonly body?: object
}

const secret = (): string => randomBytes(32).toString('base64')

/** A server with webhooks, an account, a sandbox key, and an operator of the admin API. */
export async function webhookServer(
  client: 'sqlite3' | 'pg',
  options: Parameters<typeof webhooks>[0] = {},
  config: Partial<Config> = {},
) {
  const database = await databaseOn(client)
  const server = await createServer(
    {
      ...{ database: database.options, server: { port: 0 } },
      plugins: [webhooks({ allowInsecure: true, allowTargets: ['127.0.0.1'], ...options })],
      secrets: { pepper: secret(), masterKey: secret(), jwtKeys: secret() },
      ...config,
    },
    { logger: collectingLogger(), development: true },
  )
  const { host, app } = server
  const accounts = host.get(Accounts)
  const newAccount = async (name: string): Promise<string> => (await accounts.create({ name, role: 'developer' })).id
  const accountId = await newAccount('Acme')
  await accounts.approveKyc(accountId)
  const newKey = async (key: {
    readonly accountId: string
    readonly environment: Environment
    readonly endpoints?: string[]
  }): Promise<KeyHeaders> => {
    const { key: made, apiSecret } = await host.get(Keys).create(key)
    return { 'x-api-key': made.publicId, 'x-api-secret': apiSecret }
  }
  const headers = await newKey({ accountId, environment: 'sandbox' })
  const operator = await host
    .get(AdminTokens)
    .create({ name: 'test', accountId: null, scopes: ['*'], expiresAt: null, actor: 'test' })
  return {
    ...{ server, host, accountId, newAccount, newKey },
    /** Calls an endpoint of the account. */
    ask: (path: string, by: KeyHeaders = headers): Promise<Reply> => app.inject({ url: `/api/v1${path}`, headers: by }),
    tell: (path: string, payload: object = {}, by: KeyHeaders = headers): Promise<Reply> =>
      app.inject({ method: 'POST', url: `/api/v1${path}`, headers: by, payload }),
    async admin({ method = 'GET', url, body }: AdminAsk) {
      const { statusCode, payload } = await app.inject({
        ...{ method, url: `/admin/v1${url}`, headers: { authorization: `Bearer ${operator.secret}` } },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: statusCode, text: payload, json: () => JSON.parse(payload) }
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await database.drop()
    },
  }
}
/** The result of `webhookServer`. */
export type WebhookServer = Awaited<ReturnType<typeof webhookServer>>
