import * as z from 'zod'

const Encoded = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[\w-]+$/)
const common = {
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  // Nothing of them is asked for.
  clientExtensionResults: z.object({}).default({}),
} as const

/** What `navigator.credentials.get` gives, as `toJSON` writes it. */
export const AssertedPasskey = z.object({
  ...common,
  response: z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }),
})
export type AssertedPasskey = z.output<typeof AssertedPasskey>

/** What `navigator.credentials.create` gives. */
export const NewPasskeyResponse = z.object({
  ...common,
  response: z.object({ clientDataJSON: Encoded, attestationObject: z.string().min(1).max(12_000) }),
})
export type NewPasskeyResponse = z.output<typeof NewPasskeyResponse>
