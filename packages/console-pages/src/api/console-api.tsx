import createFetchClient, { type Client } from 'openapi-fetch'
import createQueryClient, { type OpenapiQueryClient } from 'openapi-react-query'
import { createContext, useContext } from 'react'
import type { paths } from '../../data/admin.ts'
import { consoleFetch, type Reactions } from './console-fetch.ts'

/** How pages reach the server: the admin operations by their document, and the routes of sign-in. */
export interface ConsoleApi {
  /** Where the server is mounted: empty at the root. */
  readonly mount: string
  readonly admin: OpenapiQueryClient<paths>
  readonly client: Client<paths>
  /** A document, such as a CSV file. @param path Below the mount. */
  get(path: string): Promise<Response>
  /** A request whose types no document has. @param path Below the mount. */
  send<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>
}

/** @param mount Where the server is mounted. */
export function createConsoleApi(mount: string, reactions: Reactions): ConsoleApi {
  const send = consoleFetch(reactions)
  const client = createFetchClient<paths>({ baseUrl: `${location.origin}${mount}`, fetch: send })
  return {
    mount,
    client,
    admin: createQueryClient(client),
    get: (path) => send(new Request(`${location.origin}${mount}${path}`)),
    async send(method, path, body) {
      const request = new Request(`${location.origin}${mount}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      })
      const response = await send(request)
      const text = await response.text()
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}

const ApiContext = createContext<ConsoleApi | null>(null)
/** Gives pages their API. */
export const ApiProvider = ApiContext.Provider

/** The API of the pages. */
export function useApi(): ConsoleApi {
  const api = useContext(ApiContext)
  if (!api) throw new TypeError('A page outside ApiProvider')
  return api
}
/** Queries and changes by the admin document. */
export const useAdmin = (): OpenapiQueryClient<paths> => useApi().admin
