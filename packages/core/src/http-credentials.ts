import * as z from 'zod'

/** OAuth 2 client credentials (RFC 6749 section 4.4): each request of the source has a token that was fetched before, and is kept while it is valid. */
export interface ClientCredentials {
  /** Where tokens are fetched. */
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope?: string
  /** Which API the token is for, where the source asks for it. */
  audience?: string
  /** Where id and secret are sent: in the header `authorization`, or in the form. Default `basic`. */
  clientAuthentication?: 'basic' | 'body'
}
/** The HMAC that each request of the source has, made anew at each attempt. */
export interface RequestSignature {
  /** The header that has the signature. */
  header: string
  algorithm: 'sha256' | 'sha512'
  encoding?: 'hex' | 'base64'
  secret: string
  /** Stands before the signature in its header. */
  prefix?: string
  /** Headers that are made for the signature: JSONata over `{ timestamp, nonce, reference }`. */
  headers?: Record<string, string>
  /** The signed text: JSONata over `{ method, path, query, headers, text, digest, timestamp, nonce, reference }`. */
  content: string
}
/** What the connections to the source prove and trust. Files are in PEM, from the folder of the configuration. */
export interface SourceTls {
  /** The client certificate, with the certificates between it and its authority. */
  certificate?: string
  /** Its private key. */
  key?: string
  passphrase?: string
  /** Authorities to trust, in the place of the well-known ones. */
  ca?: string
}

const isTokenUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.username === '' && url.password === '' && url.hash === ''
}
/** The schema of `ClientCredentials`. */
export const ClientCredentialsSchema = z.strictObject({
  tokenUrl: z.url({ protocol: /^https?$/ }).refine(isTokenUrl, 'must have no user, no password and no fragment'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scope: z.string().min(1).optional(),
  audience: z.string().min(1).optional(),
  clientAuthentication: z.enum(['basic', 'body']).default('basic'),
})
/** The schema of `RequestSignature`. */
export const RequestSignatureSchema = z.strictObject({
  header: z.string().min(1),
  algorithm: z.enum(['sha256', 'sha512']),
  encoding: z.enum(['hex', 'base64']).default('hex'),
  secret: z.string().min(1),
  prefix: z
    .string()
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .default(''),
  headers: z.record(z.string(), z.string().min(1)).default({}),
  content: z.string().min(1),
})
/** The schema of `SourceTls`. */
export const SourceTlsSchema = z
  .strictObject({
    certificate: z.string().min(1).optional(),
    key: z.string().min(1).optional(),
    passphrase: z.string().min(1).optional(),
    ca: z.string().min(1).optional(),
  })
  .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), {
    path: ['key'],
    message: 'must stand beside certificate: both, or neither',
  })
