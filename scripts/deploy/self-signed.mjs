import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-step.mjs'

/** The certificate of the tests, of which the test kit's index cannot be had outside of vitest. */
export function certificate() {
  const source = readFileSync(join(ROOT, 'packages/testkit/src/upstream/self-signed-certificate.ts'), 'utf8')
  const [key, cert] = source.match(/-----BEGIN [\s\S]+?-----END [A-Z ]+-----\n/g) ?? []
  if (key === undefined || cert === undefined) throw new Error('the test kit has no certificate')
  return { key, cert }
}
