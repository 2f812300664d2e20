import type { ParsedHttpSource } from '@parakh/core'
import type { Compiler } from './compiler.ts'

/** Notes headers that are described, and that the source makes itself: the token's, and those of the signature. */
export function checkMadeHeaders(
  { headers = {}, oauth2, signature, operations }: ParsedHttpSource,
  path: string,
  compiler: Compiler,
): void {
  const made = new Map(
    Object.keys(signature?.headers ?? {}).map((name) => [name.toLowerCase(), 'signature.headers makes it']),
  )
  if (signature) made.set(signature.header.toLowerCase(), 'signature makes it')
  if (oauth2) made.set('authorization', 'oauth2 makes it')
  const places = [
    [`${path}.headers`, headers] as const,
    ...Object.entries(operations).flatMap(([name, { headers, status }]) => [
      [`${path}.operations.${name}.headers`, headers ?? {}] as const,
      [`${path}.operations.${name}.status.headers`, status?.headers ?? {}] as const,
    ]),
  ]
  for (const [place, described] of places) {
    for (const name of Object.keys(described)) {
      const reason = made.get(name.toLowerCase())
      if (reason !== undefined) compiler.fault('HEADER_NOT_ALLOWED', `${place}.${name}`, { name, reason })
    }
  }
}
