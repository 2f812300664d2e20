import { createHost, type Host } from '@parakh/kernel'
import type { Session } from '../session.ts'
import { loadConfiguration } from './load-configuration.ts'

/**
 * Opens a host by the configuration, does some work with it, and closes it again. It does not serve, so it works beside a
 * running server.
 *
 * @param options What the command was given.
 * @param work What is done; its value is given back.
 */
export async function withHost<T>(
  session: Session,
  options: { readonly config?: string },
  work: (host: Host) => T | Promise<T>,
): Promise<T> {
  const host = await createHost((await loadConfiguration(session.terminal, options)).composition)
  try {
    return await work(host)
  } finally {
    await host.stop()
  }
}
