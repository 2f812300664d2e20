import type { Knex } from 'knex'
import type { ClientBase } from 'pg'
import { withStatement } from './error-facts.ts'

/** A connection of knex's pool. One that is marked as disposed is not lent again. */
export type PooledClient = ClientBase & {
  __knex__disposed?: unknown
  /** Whether it sends without waiting for answers; a connection of a host's own pool may not. */
  readonly pipeline?: boolean
  readonly connection: { readonly stream: { destroy(): void } }
}

/** The answer of a statement; its error names the statement. */
export const ofStatement = <T>(name: string, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw withStatement(error, name)
  })

/** Lends a connection of the pool. */
export async function withClient<T>(knex: Knex, work: (client: PooledClient) => Promise<T>): Promise<T> {
  const client: PooledClient = await ofStatement('connect', knex.client.acquireConnection())
  try {
    return await work(client)
  } finally {
    await knex.client.releaseConnection(client)
  }
}

/** Sends a statement after another one: without waiting for its answer where the connection pipelines. */
export async function pipelineAfter<T>(
  client: PooledClient,
  before: Promise<unknown>,
  send: () => Promise<T>,
): Promise<T> {
  if (!client.pipeline) await before
  return await send()
}

/** SQLSTATE of a notice that is information and no warning. */
const SUCCESSFUL = '00000'

/**
 * Commits. A warning says that the wait for the standby was cancelled: the commit may be lost with this server, so it counts as
 * unacknowledged (decision 0056).
 *
 * @throws TypeError where the server rolled back: a statement before had failed.
 */
export async function commit(client: PooledClient): Promise<void> {
  const codes: (string | undefined)[] = []
  const listen = ({ code }: { readonly code: string | undefined }): void => void codes.push(code)
  client.on('notice', listen)
  try {
    const { command } = await ofStatement('commit', client.query('commit'))
    if (command !== 'COMMIT') throw new TypeError(`a commit was answered by ${command}`)
  } finally {
    client.off('notice', listen)
  }
  const code = codes.find((one) => one !== SUCCESSFUL)
  if (code) throw Object.assign(new Error('a commit was answered with a warning'), { code })
}

/** Rolls back. A connection on which that fails is not used again. */
export const rollback = (client: PooledClient): Promise<unknown> =>
  client.query('rollback').catch((broken: unknown) => {
    client.__knex__disposed = broken
  })
