import * as z from 'zod'

/** A host that speaks TLS from the first byte listens here. */
const IMPLICIT_TLS_PORT = 465
const NAMED = /^"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>$/u

const Sender = z.string().transform((text, { addIssue }) => {
  const [, name = '', address = text] = NAMED.exec(text.trim()) ?? []
  if (!z.email().safeParse(address).success)
    addIssue('must be an address, or a name and an address: Acme Verify <no-reply@acme.example>')
  return { name, address }
})

/** How mails are handed over by SMTP: the section `mail`, and the provider `smtp` of one-time passwords. Times are milliseconds; the whole call has 20,000. */
export const SmtpOptions = z
  .strictObject({
    host: z.string().min(1),
    port: z.coerce.number().int().min(1).max(65_535).default(587),
    secure: z.boolean().optional().describe('TLS from the first byte; true at port 465, else STARTTLS'),
    requireTLS: z.boolean().default(true).describe('False: sends in the clear to a host that offers no TLS'),
    auth: z.strictObject({ user: z.string().min(1), pass: z.string().min(1) }).optional(),
    from: Sender,
    tls: z
      .strictObject({
        ca: z.string().min(1).optional().describe('Certificates to trust, in PEM, in the place of the well-known ones'),
        servername: z.string().min(1).optional().describe('The name that the certificate must have, unless host'),
      })
      .prefault({}),
    connectTimeoutMs: z.int().min(100).max(20_000).default(5_000),
    replyTimeoutMs: z.int().min(100).max(20_000).default(8_000).describe('The longest silence of the host'),
  })
  .transform((options) => ({ ...options, secure: options.secure ?? options.port === IMPLICIT_TLS_PORT }))
  .refine(({ auth, secure, requireTLS }) => auth === undefined || secure || requireTLS, {
    path: ['requireTLS'],
    message: 'must be true where there is a password: it is never sent in the clear',
  })
/** The options after their schema. */
export type SmtpOptionsValue = z.output<typeof SmtpOptions>
