import { fileURLToPath } from 'node:url'
import { Accounts, AdminTokens, type Role } from '@parakh/core'
import { type Config, createServer } from '@parakh/server'
import { collectingLogger } from '@parakh/testkit'
import { sqliteDatabase } from '../../../test/databases.ts'
import { secretsForTest } from './server-for-test.ts'

/** Where plugins are found that a configuration names. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url))

/** A request to the admin API. */
export interface AdminAsk {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`. */
  readonly url: string
  readonly body?: unknown
  /** The secret of a credential; null: none is sent. */
  readonly as: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A server on SQLite in a temporary folder, whose admin API is called without a socket. */
export async function adminForTest(config: Partial<Config> = {}) {
  const { options: database, drop } = await sqliteDatabase()
  const logger = collectingLogger()
  const server = await createServer(
    {
      database,
      plugins: [],
      secrets: secretsForTest(),
      server: { port: 0 },
      ...config,
    },
    { logger, development: true, folder: FOLDER },
  )
  const { host, app } = server
  let names = 0
  /** A new credential; `accountId` null: an operator. */
  const credential = async (accountId: string | null, scopes: readonly string[] = ['*']) => {
    names += 1
    const given = { name: `test-${names}`, accountId, scopes, expiresAt: null, actor: 'test' }
    return await host.get(AdminTokens).create(given)
  }
  const account = (role: Role, parentId: string | null = null) =>
    host.get(Accounts).create({ name: `A ${role}`, role, parentId, actor: 'test' })
  const ask = async ({ method = 'GET', url, body, as, headers = {} }: AdminAsk) => {
    const authorization: Record<string, string> = as === null ? {} : { authorization: `Bearer ${as}` }
    const reply = await app.inject({
      ...{ method, url: `/admin/v1${url}`, headers: { ...authorization, ...headers } },
      ...(body === undefined ? {} : { payload: Object(body) }),
    })
    const text = reply.payload
    return { status: reply.statusCode, headers: reply.headers, text, json: () => JSON.parse(text) }
  }
  const close = async (): Promise<void> => {
    await server.close()
    await drop()
  }
  return { server, app, host, logger, credential, account, ask, close, operator: (await credential(null)).secret }
}
/** The result of `adminForTest`. */
export type AdminForTest = Awaited<ReturnType<typeof adminForTest>>
