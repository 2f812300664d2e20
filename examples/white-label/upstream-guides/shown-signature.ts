import { createHmac } from 'node:crypto'

/** What may be signed of a request, as it is sent. */
interface Signed {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
const SIGNATURE = /^(.*)(hex|base64)\(HMAC-(SHA256|SHA512)\(([A-Z_]+), ([^)]+)\)\)$/

/**
 * Makes the signature that a page describes: `hex(HMAC-SHA256(PRESS_SECRET, x-timestamp + "." + body))`. What is signed is a sum of
 * `method`, `path`, `body`, texts in quotes, and headers by their name. Anything else is the header as it stands.
 *
 * @param environment The variables, which the keys are among.
 */
export function signed(
  description: string,
  { method, path, headers, body }: Signed,
  environment: Readonly<Record<string, string>>,
): string {
  const [, before = '', encoding, hash = '', key = '', content = ''] = SIGNATURE.exec(description) ?? []
  if (encoding === undefined) return description
  const named: Readonly<Record<string, string>> = { method, path, body }
  const parts = content.split(' + ').map((part) => {
    if (part.startsWith('"')) return part.slice(1, -1)
    return named[part] ?? String(headers[part] ?? '')
  })
  const digest = createHmac(hash.toLowerCase(), environment[key] ?? '').update(parts.join(''))
  return before + digest.digest(encoding === 'base64' ? 'base64' : 'hex')
}
