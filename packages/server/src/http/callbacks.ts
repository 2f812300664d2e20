import type { FastifyInstance } from 'fastify'
import type { ServerParts } from './server-parts.ts'
import { addSignedCallback } from './signed-callbacks.ts'

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** `POST /callbacks/<plugin>/<provider>`: async results of a source. */
export const addCallbacks = (app: FastifyInstance, parts: ServerParts): void =>
  addSignedCallback<{ plugin: string; provider: string }>(app, parts, {
    path: '/callbacks/:plugin/:provider',
    take: ({ params, headers }, body) =>
      parts.host.callback(params.plugin, params.provider, { headers: flat(headers), body }),
  })
