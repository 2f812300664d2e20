import type { Host, Published, PublishedEndpoint } from '@parakh/kernel'
import type { DocumentOptions } from './document-options.ts'
import { operationOf } from './operation.ts'
import { securitySchemes } from './security.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: object
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: object
}

/** The part of a host that documents are generated from. */
export type DocumentedHost = Pick<Host, 'published'>

/** The endpoints of a document: all, or the named one. */
export const chosenEndpoints = ({ endpoints }: Published, id: string | undefined): readonly PublishedEndpoint[] =>
  id === undefined ? endpoints : endpoints.filter(({ endpoint }) => endpoint.id === id)

const info = ({ brand }: DocumentOptions, title: string): object => ({
  title,
  version: brand.apiVersion ?? '1.0.0',
  description:
    brand.introduction ??
    `Verification and lookups by ${brand.name}, paid from a prepaid wallet. Only answers are charged.`,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  contact: { name: brand.name, ...(brand.supportEmail === undefined ? {} : { email: brand.supportEmail }) },
})

/**
 * Generates the OpenAPI 3.1 document of a host, from the same definitions as its routes.
 *
 * @param host Its endpoints are shown at the prices in force.
 * @param options Brand, URL, reseller, and one endpoint or all.
 * @example
 * const document = await openapi(server.host, { brand: { name: 'Acme Verify' }, baseUrl: 'https://api.acme.example' })
 */
export async function openapi(host: DocumentedHost, options: DocumentOptions): Promise<OpenApiDocument> {
  const published = await host.published(options.above)
  const chosen = chosenEndpoints(published, options.endpoint)
  const scenarios = await published.scenarios()
  const paths: Record<string, Record<string, object>> = {}
  for (const hosted of chosen) {
    const own = scenarios.filter(({ endpoint }) => endpoint === hosted.endpoint.id)
    const method = hosted.endpoint.method.toLowerCase()
    paths[hosted.path] = { ...paths[hosted.path], [method]: operationOf(hosted, own, options) }
  }
  const groups = [...new Set(chosen.map(({ endpoint }) => endpoint.group))]
  const only = options.endpoint === undefined ? undefined : chosen[0]?.endpoint.summary
  return {
    openapi: '3.1.0',
    info: info(options, only === undefined ? `${options.brand.name} API` : `${options.brand.name} API: ${only}`),
    servers: [{ url: options.baseUrl }],
    tags: groups.map((name) => ({ name, description: `Endpoints of ${name}` })),
    paths,
    components: { securitySchemes: securitySchemes(chosen) },
  }
}
