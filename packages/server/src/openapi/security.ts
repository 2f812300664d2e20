import type { SecurityScheme } from '@parakh/core'
import type { HostedEndpoint } from '@parakh/kernel'

type Requirement = Readonly<Record<string, readonly string[]>>
type Documented = Pick<HostedEndpoint, 'schemes'>

/** The ways in which a request may prove its caller: what is needed together, by the names of OpenAPI. Without what cannot be described. */
const waysOf = ({ schemes }: Documented): readonly (readonly [string, SecurityScheme][])[] =>
  schemes
    .map(({ name, security }) =>
      Object.entries(security).map(([id, described]): [string, SecurityScheme] => [idOf(schemes, name, id), described]),
    )
    .filter((way) => way.length > 0)

/** Two schemes may describe something under one name: then each has its own. */
function idOf(schemes: Documented['schemes'], scheme: string, id: string): string {
  const isTaken = schemes.some(({ name, security }) => name !== scheme && Object.hasOwn(security, id))
  return isTaken ? `${id}-${scheme}` : id
}

/** The security requirements of an endpoint; none if the credentials are in the body. */
export const securityOf = (hosted: Documented): readonly Requirement[] =>
  waysOf(hosted).map((way) => Object.fromEntries(way.map(([id]) => [id, []])))

/** The security schemes of a document (decisions.md section 12). */
export const securitySchemes = (endpoints: readonly Documented[]): Readonly<Record<string, SecurityScheme>> =>
  Object.fromEntries(endpoints.flatMap((hosted) => waysOf(hosted).flat()))

/** The headers of the first way, with a variable for each: `X-API-Key` is `apiKey`, by the name of its security scheme. */
export function credentialHeaders(
  hosted: Documented,
): readonly { readonly header: string; readonly variable: string }[] {
  const [first = []] = waysOf(hosted)
  return first.flatMap(([id, described]) => {
    const variable = `${id.charAt(0).toLowerCase()}${id.slice(1)}`
    if (described.type === 'http') return [{ header: 'Authorization', variable }]
    return described.type === 'apiKey' && described.in === 'header' ? [{ header: described.name, variable }] : []
  })
}

/** What the first endpoint that needs credentials takes together in its first way, by the names of OpenAPI; empty: none needs any. */
export const firstCredentials = (endpoints: readonly Documented[]): readonly string[] =>
  endpoints.flatMap(waysOf)[0]?.map(([id]) => id) ?? []
