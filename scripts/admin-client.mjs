/**
 * @typedef {{ readonly operationId: string }} Described
 * @typedef {object} AdminClient
 * @property {(id: string) => boolean} has Whether the server has an operation: those of features that are not listed are not there.
 * @property {(id: string, input: Readonly<Record<string, unknown>>) => Promise<any>} run Runs one by its id, such as `keys.create`.
 */

/**
 * Runs operations of a server over its admin API, whose document says where each one is.
 *
 * @param {string} url
 * @param {string} token
 * @returns {Promise<AdminClient>}
 */
export async function adminClient(url, token) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  /** @type {{ paths: Record<string, Record<string, Described>> }} */
  const document = await (await fetch(`${url}/admin/v1/openapi.json`, { headers })).json()
  const places = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { method, path }]),
    ),
  )
  /** @param {string} id */
  const placeOf = (id) => places.get(id.replaceAll(/[.-]/g, '_'))
  return {
    has: (id) => placeOf(id) !== undefined,
    async run(id, input) {
      const place = placeOf(id)
      if (place === undefined) throw new Error(`the server has no operation ${id}`)
      const rest = { ...input }
      const path = place.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
        const value = String(rest[name])
        delete rest[name]
        return encodeURIComponent(value)
      })
      const reply = await (place.method === 'get'
        ? fetch(
            `${url}${path}?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, `${value}`]))}`,
            {
              headers,
            },
          )
        : fetch(`${url}${path}`, { method: place.method.toUpperCase(), headers, body: JSON.stringify(rest) }))
      const answer = await reply.json()
      if (!reply.ok) throw new Error(`${id} was refused: ${JSON.stringify(answer)}`)
      return answer
    },
  }
}
