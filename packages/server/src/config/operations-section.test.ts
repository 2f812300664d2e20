import { isParakhError } from '@parakh/core'
import { expect, it } from 'vitest'
import { secretsForTest } from '../../test/server-for-test.ts'
import { checkConfig } from '../load-config.ts'
import type { Config } from './schema.ts'

const TOKEN = 'a-token-for-operators-0123456789abcdef'

async function faultsOf(operations: unknown): Promise<readonly string[]> {
  const config = {
    database: { client: 'sqlite3', filename: './never-opened.db' },
    plugins: [],
    secrets: secretsForTest(),
    server: { operations },
  } as unknown as Config
  const thrown: unknown = await checkConfig(config, { folder: '/tmp' }).catch((error: unknown) => error)
  return isParakhError(thrown) ? thrown.faults.map(({ path, message }) => `${path} ${message}`) : []
}

const ALLOWED =
  'Allowed: { port } and perhaps { host }, for an address of its own; or { token }, for the address of the server'

it.each([
  [{ port: 9464, token: TOKEN }, [`server.operations is two things at once. ${ALLOWED}`]],
  [
    { host: '10.0.0.5', token: TOKEN },
    ['server.operations.host does not go with the keys beside it. Allowed: it without them, or them without it'],
  ],
  [{}, [`server.operations is empty. ${ALLOWED}`]],
  [{ port: 70_000 }, ['server.operations.port is too big. Allowed: at most 65535']],
  [{ token: 'short' }, ['server.operations.token is too short. Allowed: at least 32 characters']],
  [{ port: 9464 }, []],
  [{ token: TOKEN }, []],
])('server.operations says which of both it may be: %j', async (operations, faults) => {
  expect(await faultsOf(operations)).toEqual(faults)
})
