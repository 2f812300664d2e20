import { definePlugin, type KeyBinding, KeyProviders } from '@parakh/core'
import * as z from 'zod'

const Wrapped = z.object({ version: z.int(), ciphertext: z.base64() })
const Unwrapped = z.object({ plaintext: z.base64() })

/** Where the service is, and which of its keys is used. */
interface Kms {
  readonly url: string
  readonly key: string
  readonly secret: string
}

/** @returns Null: the service has no such key, or the bytes or the context are others. @throws Where it did not say so. */
async function ask(
  { url, key, secret }: Kms,
  { path, body, signal }: { readonly path: string; readonly body: object } & Pick<KeyBinding, 'signal'>,
): Promise<unknown> {
  const response = await fetch(new URL(`/v1/keys/${encodeURIComponent(key)}/${path}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  })
  if (response.status === 404 || response.status === 422) return null
  if (!response.ok) throw new Error(`the key service answered ${response.status}`)
  return await response.json()
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/**
 * The key provider `kms`: the master key stays in the service, which wraps and unwraps data keys. A version of its key is kept with what it wraps
 * as `<key>/<version>`, so that a new version is a new master key: `parakh secrets rewrap` moves the data keys to it.
 */
export const kmsDriver = KeyProviders.driver({
  id: 'kms',
  options: z.object({
    url: z.url().describe('The address of the key service'),
    key: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .describe('The name of the key there'),
    secret: z.string().min(16).describe('What this server proves itself with'),
  }),
  needs: {},
  make: ({ options: kms }) => ({
    async wrap(dataKey, { context, signal }) {
      const body = { plaintext: textOf(dataKey), context }
      const { version, ciphertext } = Wrapped.parse(await ask(kms, { path: 'wrap', body, signal }))
      return { keyId: `${kms.key}/${version}`, bytes: Buffer.from(ciphertext, 'base64') }
    },
    async unwrap({ keyId, bytes }, { context, signal }) {
      const [, key, version] = /^(.+)\/(\d+)$/.exec(keyId) ?? []
      // A key of another provider: nobody is asked.
      if (key !== kms.key) return null
      const body = { version: Number(version), ciphertext: textOf(bytes), context }
      const answer = await ask(kms, { path: 'unwrap', body, signal })
      return answer === null ? null : Buffer.from(Unwrapped.parse(answer).plaintext, 'base64')
    },
  }),
})

/** Brings the key provider `kms`. */
export default definePlugin({ id: 'own-kms', contract: 1, contributes: [kmsDriver] })
