import type { AuthPolicy } from '@parakh/core'

/** The security schemes of every document (decisions.md section 12). */
export const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The API key, pk_…' },
  ApiSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Secret',
    description: 'Its secret, sk_…: from a backend only',
  },
  Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token of POST /api/v1/auth/token' },
} as const

/** A name of a scheme. */
export type SecurityScheme = keyof typeof SECURITY_SCHEMES
type Requirement = Partial<Record<SecurityScheme, readonly string[]>>

/** The security requirements of an endpoint; none if the credentials are in the body. */
export function securityOf({ accepts, pairIn }: AuthPolicy): readonly Requirement[] {
  if (pairIn === 'body') return []
  return accepts.map((way): Requirement => {
    if (way === 'pair') return { ApiKey: [], ApiSecret: [] }
    return way === 'bearer' ? { Bearer: [] } : { ApiKey: [] }
  })
}
