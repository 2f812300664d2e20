import type { SignedRequest } from './provider.ts'
import type { Needs, Resolved } from './token.ts'

/**
 * A request to a route, as received: nothing of it is authenticated, parsed or logged. It has what a signature is verified by. Headers
 * that were sent twice and cannot be one text are left out.
 */
export interface RouteRequest extends SignedRequest {
  /** The route's, or `HEAD` where that is GET: what is answered then is sent without its body. */
  readonly method: string
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Of the caller, or of the proxy in front if the server trusts none. */
  readonly ip: string
  /** The host that the request names, with its port, in lower case. Whoever asks writes what it likes: no link is made from it. */
  readonly host: string
}

/** What a route answers. */
export interface RouteResponse {
  /** Default 200. */
  readonly status?: number
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as UTF-8, chunks as they come. None unless given: then there is no content length either. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
}

/** A small page in the host's brand: a heading, a text and labelled values, all of them plain text. */
export interface RoutePage {
  readonly heading: string
  readonly text: string
  readonly facts?: readonly (readonly [label: string, value: string])[]
}

/** Answers in the form of the server. Fields may be changed: `{ ...answer.json({ ok: true }), headers: … }`. */
export interface RouteAnswers {
  json(body: object, status?: number): RouteResponse
  /** As on a path that nobody serves: 404 in the host's envelope. */
  unknown(): RouteResponse
  /** How a signed callback was taken: 401 where it is not genuine, 400 where it cannot be used, 404 of nobody; everything else is 200. */
  callback(result: 'refused' | 'malformed' | 'unknown' | (string & {})): RouteResponse
  /** An error in the host's envelope, with a new request id. @param fault `status`: 400 to 599. `code`: in capitals. */
  fault(fault: { readonly status: number; readonly code: string; readonly message: string }): RouteResponse
  /**
   * A refusal by its code, in the form and with the status of the admin API: `{ request_id, error: { code, message, fields?, … } }`, the id also
   * as `X-Request-Id`. The detail `retry_after_seconds` is sent as `Retry-After`. @throws What it is given, where that is no refusal that a client may read.
   */
  refusal(error: unknown): RouteResponse
  /** An HTML page that loads nothing but the logo of the brand. @param status Default 200. */
  page(page: RoutePage, status?: number): RouteResponse
}

/** The arguments of a route's handler, in one object: the host does not know the types of its services. */
export interface RouteRun {
  readonly request: RouteRequest
  readonly answer: RouteAnswers
  readonly services: Readonly<Record<string, unknown>>
}

/** A path of a plugin besides its endpoints and operations: for whoever has no key, such as a payment gateway. */
export interface Route {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly bodyLimitBytes: number
  readonly needs: Needs
  handle(run: RouteRun): Promise<RouteResponse>
}

/**
 * Declares a route: raw HTTP below the server's mount, without authentication, limits or charge. It verifies its requests by itself. What
 * it throws is logged, and answered 500.
 *
 * @example
 * const callback = defineRoute({
 *   id: 'funding.callback', method: 'POST', path: '/gateways/{gateway}/callback', needs: { funding: Funding },
 *   handle: async ({ request, answer, funding }) => answer.callback(await funding.receive(request.params.gateway, request)),
 * })
 */
export function defineRoute<const N extends Needs>(definition: {
  /** Unique in a server, and in the log of what it throws: `funding.callback`. */
  readonly id: `${string}.${string}`
  /** A GET route answers HEAD too. */
  readonly method: Route['method']
  /**
   * Segments such as `/gateways/{gateway}/callback`. A last segment `{token...}` takes the rest of the path, of any length; other parameters
   * have at most 100 characters where an application does not allow more.
   */
  readonly path: string
  /** The largest body. Default 262,144. */
  readonly bodyLimitBytes?: number
  readonly needs: N
  handle(
    context: { readonly request: RouteRequest; readonly answer: RouteAnswers } & Resolved<N>,
  ): RouteResponse | Promise<RouteResponse>
}): Route {
  const { id, method, path, bodyLimitBytes = 262_144, needs } = definition
  return {
    ...{ id, method, path, bodyLimitBytes, needs },
    handle: async ({ request, answer, services }) =>
      definition.handle({ ...(services as Resolved<N>), request, answer }),
  }
}
