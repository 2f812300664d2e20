// Lints an OpenAPI document by Spectral's rules of the OWASP API Security Top 10. Every rule applies but those that are explained here.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import spectral from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'

const { Document, Spectral } = spectral
// Spectral's own parser, of the version that it was installed with.
const { Json } = createRequire(createRequire(import.meta.url).resolve('@stoplight/spectral-core'))(
  '@stoplight/spectral-parsers',
)

const BOUNDED =
  'the server bounds what it reads as a whole: 64 kB of JSON, as many bytes of a file as its operation says, 16 kB of headers, 256 characters of a path parameter; answers are its own'
/** Why a rule does not apply, by its name. */
const EXPLAINED = {
  'owasp:api4:2023-array-limit': BOUNDED,
  'owasp:api4:2023-integer-format': 'int32 and int64 say less than the limits that each number has',
  'owasp:api4:2023-integer-limit': BOUNDED,
  'owasp:api4:2023-rate-limit':
    'a refusal before the caller is known belongs to no window; the admin API limits failures alone, with Retry-After',
  'owasp:api4:2023-string-limit': BOUNDED,
  'owasp:api4:2023-string-restricted': BOUNDED,
  'owasp:api8:2023-define-cors-origin': 'no page of another origin may call: no such header is ever sent',
  'owasp:api8:2023-define-error-validation': 'these operations take no input',
  'owasp:api8:2023-no-server-http':
    'the address of the machine that runs this check; a deployer names another by server.publicUrl',
  'owasp:api9:2023-inventory-access': 'a server has one address, and knows no audience',
}

const TOKEN_ID = 'token_id is the id of a credential, which opens nothing'
/** Why a rule does not apply to one operation. */
const EXPLAINED_AT = {
  'owasp:api2:2023-no-credentials-in-url /admin/v1/breach-export': TOKEN_ID,
  'owasp:api2:2023-no-credentials-in-url /admin/v1/tokens/{token_id}/revoke': TOKEN_ID,
  'owasp:api2:2023-write-restricted /api/v1/auth/token': 'it takes key and secret in its body',
}

/** @param {{ code: string | number, path: (string | number)[] }} finding */
const isExplained = ({ code, path }) =>
  Object.hasOwn(EXPLAINED, code) || Object.hasOwn(EXPLAINED_AT, `${code} ${path[1]}`)

/**
 * Lints one document, and prints what it finds.
 *
 * @param {string} file
 * @returns {Promise<boolean>} Whether nothing is found that is not explained.
 */
export async function passesOwaspRules(file) {
  const linter = new Spectral()
  linter.setRuleset(owasp.default ?? owasp)
  const found = await linter.run(new Document(readFileSync(file, 'utf8'), Json, file))
  const open = found.filter((finding) => !isExplained(finding))
  for (const { code, path, message } of open) console.error(`${code} at ${path.join('.')}: ${message}`)
  console.log(
    `${found.length - open.length} findings of ${file} are explained in scripts/owasp-rules.mjs, ${open.length} are not`,
  )
  return open.length === 0
}
