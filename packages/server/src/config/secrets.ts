import { createPrivateKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'

/** One secret of a keyed list. */
export interface KeyedSecret {
  readonly id: string
  readonly value: string
}

// The DER prefix of a PKCS8 Ed25519 key, before its 32 bytes of seed (RFC 8410).
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads an Ed25519 private key.
 *
 * @param text PKCS8 as PEM (line breaks may be written `\n`), the base64 of that PEM or of its DER, or a 32-byte seed in base64.
 * @returns Null when it is none of these.
 */
export function readSigningKey(text: string): KeyObject | null {
  const readings = text.includes('PRIVATE KEY')
    ? [() => createPrivateKey(text.replace(/\\n/g, '\n'))]
    : [Buffer.from(text, 'base64')].flatMap((bytes) => [
        () => createPrivateKey(bytes.toString('utf8')),
        () =>
          createPrivateKey({
            key: bytes.length === 32 ? Buffer.concat([ED25519_PKCS8, bytes]) : bytes,
            format: 'der',
            type: 'pkcs8',
          }),
      ])
  for (const read of readings) {
    try {
      const key = read()
      if (key.asymmetricKeyType === 'ed25519') return key
    } catch {
      // Not in this form: try the next one.
    }
  }
  return null
}

/** The id of a secret in a list, or of a key of a provider. */
export const KeyIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 of A-Z a-z 0-9 _ -')

const keyed = (value: z.ZodType<string, string>) =>
  z
    .union([
      value.transform((text): KeyedSecret[] => [{ id: '1', value: text }]),
      z
        .array(z.strictObject({ id: KeyIdSchema, value }))
        .min(1)
        .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'has the same id twice'),
    ])
    .describe('A text, or a list of {id, value}: the first signs, all verify')

/** Whether a text is 32 bytes in base64. */
export const isMasterKey = (text: string): boolean =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === 32

/** The secrets of a server, each one text or a keyed list. They come from the environment. */
export const SecretsSchema = z.strictObject({
  pepper: keyed(z.string().min(16, 'must be at least 16 characters')),
  subjectKeys: keyed(z.string().min(16, 'must be at least 16 characters'))
    .default([])
    .describe(
      'Of the hashes by which people are found: the first makes them, all are searched. Without it the peppers do',
    ),
  masterKey: keyed(z.string().refine(isMasterKey, 'must be 32 bytes in base64')).default([]),
  jwtKeys: keyed(
    z
      .string()
      .refine(
        (text) => readSigningKey(text) !== null,
        'must be an Ed25519 private key: PKCS8 in PEM or base64, or a seed of 32 bytes in base64',
      ),
  ),
})
/** The secrets after their schema: always lists. */
export type SecretsSection = z.output<typeof SecretsSchema>

/** Placeholders for secrets with faults, so that the rest can be checked; no server is started with them. */
export const PLACEHOLDER_SECRETS: SecretsSection = {
  pepper: [{ id: '1', value: 'placeholder-pepper' }],
  subjectKeys: [{ id: '1', value: 'placeholder-subject-key' }],
  masterKey: [{ id: '1', value: Buffer.alloc(32).toString('base64') }],
  jwtKeys: [{ id: '1', value: Buffer.alloc(32).toString('base64') }],
}
