import type { FuzzedOperation, JsonSchema } from './fuzzed-operation.ts'

const text = (more: JsonSchema = {}): JsonSchema => ({ type: 'string', minLength: 1, maxLength: 100, ...more })
const object = (properties: Readonly<Record<string, JsonSchema>>, required = Object.keys(properties)): JsonSchema => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
})
const email = text({ format: 'email' })
const encoded = text({ pattern: '^[A-Za-z0-9_-]{1,80}$' })
const keyOf = (response: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  object({
    response: object({ id: encoded, rawId: encoded, type: { const: 'public-key' }, response: object(response) }),
  })
const asserted = keyOf({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded })

/** What the pages send that is no operation of the admin API, by path: no document has it. */
const CONSOLE_BODIES: Readonly<Record<string, JsonSchema>> = {
  '/console/sign-in/code': object({ email }),
  '/console/sign-in': object({ sign_in: text(), code: text({ pattern: '^[0-9]{8}$' }) }),
  '/console/sign-up': object({ account_name: text(), name: text() }, ['account_name']),
  '/console/sign-out': object({}),
  '/console/invitation': object({ token: text() }),
  '/console/invitation/code': object({ token: text() }),
  '/console/invitation/accept': object({ token: text(), name: text(), acceptance: text(), code: text() }, ['token']),
  '/console/enter': object({ token: text(), replace: { type: 'boolean' } }, ['token']),
  '/console/sign-in/passkey/options': object({}),
  '/console/sign-in/passkey': asserted,
  '/console/session/proof/passkey': object({}),
  '/console/session/proof/code': object({}),
  '/console/session/proof': {
    anyOf: [
      object({ method: { enum: ['totp', 'recovery_code'] }, code: text() }),
      object({ method: { const: 'code' }, code: text(), proof: text() }),
    ],
  },
  '/console/passkeys/options': object({}),
  '/console/passkeys': keyOf({ clientDataJSON: encoded, attestationObject: encoded }),
  '/console/sign-in/sso': object({ provider: text() }),
  '/console/sign-in/sso/finish': object({ provider: text(), sign_in: text(), query: text() }),
}
/** Bodies of callbacks: anything. */
const CALLBACK = object({ event: text(), payload: {}, id: text() }, [])
/** Besides the routes of plugins. */
const PAGES = [
  '/healthz',
  '/readyz',
  '/.well-known/jwks.json',
  '/openapi/{file}',
  '/postman/{file}',
  '/docs',
  '/{anything}',
]

/** A route of a plugin, as a host has it. */
interface PluginRoute {
  readonly id: string
  readonly method: string
  readonly path: string
}

const NAMES = /\{([^.}]+)(\.\.\.)?\}/g

/**
 * Routes that stand in no OpenAPI document: those of the console's sign-in, of documents, pages and callbacks.
 *
 * @throws Where the console has a route whose body is not known here: it would be fuzzed at its surface only.
 */
export function otherRoutes(routes: readonly PluginRoute[]): readonly FuzzedOperation[] {
  const pages = PAGES.map((path) => ({ id: path, method: 'GET', path }))
  return [...routes, ...pages].map(({ id, method, path }) => {
    const isConsole = path.startsWith('/console/')
    const body = method === 'GET' ? null : (CONSOLE_BODIES[path] ?? (isConsole ? undefined : CALLBACK))
    if (body === undefined)
      throw new TypeError(`${method} ${path} takes a body that is not known. Allowed: one in CONSOLE_BODIES`)
    const parameters = [...path.matchAll(NAMES)].map(([, name = '']) => ({
      ...{ name, in: 'path' as const, required: true, schema: text() },
    }))
    return {
      id,
      surface: 'routes' as const,
      method,
      path: path.replace(NAMES, '{$1}'),
      parameters,
      body,
      examples: [],
      answers: null,
    }
  })
}
