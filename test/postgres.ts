import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts one PostgreSQL for the whole run, and ends it. Tests find it in `PARAKH_TEST_POSTGRES` and make databases of their own
 * in it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = fork(new URL('./postgres-server.mjs', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const failed = ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start: exit code ${code}`)))
  const [url] = await Promise.race([once(server, 'message'), failed])
  failed.catch(() => undefined)
  process.env['PARAKH_TEST_POSTGRES'] = String(url)
  return async () => {
    server.disconnect()
    await ended
  }
}
