import { isHandle, type Plugin } from '@parakh/core'

/** The ids of the documents that each endpoint of the plugins issues, by the id of the endpoint. */
export const documentKinds = (
  planned: readonly { readonly plugin: Plugin }[],
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    planned.flatMap(({ plugin }) =>
      plugin.definition.endpoints.map(({ id, needs }): [string, readonly string[]] => [
        id,
        Object.values(needs).flatMap((token) => (isHandle(token) && token.kind === 'document' ? [token.id] : [])),
      ]),
    ),
  )
