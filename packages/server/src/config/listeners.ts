import { type ConfigurationFault, didYouMean, type Plugin } from '@parakh/core'
import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { serverErrors } from '../error-codes.ts'
import type { OperationsSection } from './operations-section.ts'
import { PublicUrl } from './public-url.ts'
import { joinPath } from './schema-faults.ts'

/** The address of one plugin's own listener. */
const ListenerSchema = z.strictObject({
  host: z.string().min(1).optional().describe('The address to listen on; default: server.host'),
  port: wholeNumber(0, 65_535).describe('The port to listen on; 0 takes a free one'),
  publicUrl: PublicUrl.optional().describe('The public URL of this listener'),
})
/** The section `server.listeners`, by plugin id. */
export const ListenersSchema = z
  .record(z.string(), ListenerSchema)
  .describe('Plugins that are served only by their own listener, by plugin id')

/** The section `server.listeners` after its schema. */
export type Listeners = z.output<typeof ListenersSchema>
/** The addresses of the server and its listeners. */
interface Addresses {
  readonly host: string
  readonly port: number
  readonly listeners: Listeners
  readonly operations?: OperationsSection | undefined
}

/** Removes `/<id>` from the mount: at its own address a plugin needs no prefix to be unique. */
function atItsOwn(plugin: Plugin): Plugin {
  const { id, definition, options } = plugin
  const prefix = `/${id}`
  if (options['mount'] !== undefined || !definition.mount.startsWith(`${prefix}/`)) return plugin
  return { ...plugin, options: { ...options, mount: definition.mount.slice(prefix.length) } }
}

/** Removes the `/<id>` prefix from the mounts of plugins with their own listener, unless it is configured. */
export const placePlugins = (plugins: readonly Plugin[], listeners: Listeners): readonly Plugin[] =>
  plugins.map((plugin) => (Object.hasOwn(listeners, plugin.id) ? atItsOwn(plugin) : plugin))

/** Addresses that mean all interfaces. */
export const EVERYWHERE: readonly string[] = ['0.0.0.0', '::']
const LOCAL = ['localhost', '127.0.0.1', '::1']

/** Whether two hosts may be the same address; of names only those of this machine are known. */
const overlap = (a: string, b: string): boolean =>
  a === b ||
  [a, b].some((it) => EVERYWHERE.includes(it)) ||
  ([a, b].includes('localhost') && [a, b].every((it) => LOCAL.includes(it)))

/** Faults of listeners: unknown plugins, and addresses that are used twice. */
export function listenerFaults(server: Addresses, plugins: readonly Plugin[]): readonly ConfigurationFault[] {
  const allowed = plugins
    .filter(({ definition: { endpoints, routes } }) => endpoints.length + routes.length > 0)
    .map(({ id }) => id)
  const own = Object.entries(server.listeners)
  const unknown = own.flatMap(([id]) => {
    const facts = { id, hint: didYouMean(id, allowed), allowed: allowed.join(', ') }
    const path = joinPath('server.listeners', id)
    return allowed.includes(id) ? [] : [serverErrors.fault('LISTENER_WITHOUT_PLUGIN', path, facts)]
  })
  const addresses = own.map(([id, { host = server.host, port }]) => ({
    ...{ path: joinPath('server.listeners', id), host, port },
  }))
  const { operations } = server
  if (operations && 'port' in operations) addresses.push({ path: 'server.operations', ...operations })
  return [...unknown, ...takenTwice([{ path: 'server', host: server.host, port: server.port }, ...addresses])]
}

interface Address {
  readonly path: string
  readonly host: string
  readonly port: number
}

/** A fault for each address that an earlier listener has. */
function takenTwice(addresses: readonly Address[]): readonly ConfigurationFault[] {
  return addresses.flatMap(({ path, host, port }, place) => {
    const other = addresses.slice(0, place).find((one) => port !== 0 && one.port === port && overlap(one.host, host))
    return other ? [serverErrors.fault('LISTENER_ADDRESS_TAKEN', `${path}.port`, { port, other: other.path })] : []
  })
}

/**
 * The public URLs of plugins with their own listener, by plugin id: as configured, else with the host name of the server.
 *
 * @param listeners The section `server.listeners`.
 * @param baseUrl The server's own URL.
 * @example
 * listenerUrls({ otp: { port: 3001 } }, 'http://127.0.0.1:3000') // { otp: 'http://127.0.0.1:3001' }
 */
export function listenerUrls(listeners: Listeners, baseUrl: string): Readonly<Record<string, string>> {
  // It may be from the Host header of a request.
  if (!URL.canParse(baseUrl)) return {}
  const { protocol, hostname } = new URL(baseUrl)
  return Object.fromEntries(
    Object.entries(listeners).flatMap(([id, { publicUrl, port }]) => {
      if (publicUrl !== undefined) return [[id, publicUrl]]
      // A free port is not known before the server listens.
      return port === 0 ? [] : [[id, `${protocol}//${hostname}:${port}`]]
    }),
  )
}
