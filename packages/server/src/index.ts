/**
 * Parakh over HTTP: `createServer(config)`, a Fastify plugin, and a plain listener; and all of `@parakh/server/host`.
 *
 * @packageDocumentation
 */

export { type ParakhDecorator, type ParakhPluginOptions, parakh } from './fastify-plugin.ts'
export * from './host.ts'
export type { Listener } from './listener.ts'
export { createServer, type Server } from './server.ts'
