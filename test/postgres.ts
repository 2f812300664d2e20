import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts one PostgreSQL for the whole run, and ends it, unless `PARAKH_TEST_POSTGRES` names one. Tests find it by `postgresUrl` and
 * make databases of their own in it. Where there is none, the tests that need it fail, the others run, and the run fails.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PARAKH_TEST_POSTGRES']) return
  const server = fork(new URL('./postgres-server.mjs', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const [url] = await Promise.race([once(server, 'message'), ended.then(() => [undefined])])
  if (url === undefined)
    return async () => {
      process.exitCode = 1
    }
  process.env['PARAKH_TEST_POSTGRES'] = String(url)
  return async () => {
    server.disconnect()
    await ended
  }
}
