import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

/** The minimum length of the operations token, in characters. */
const LEAST_TOKEN = 32

const OperationsAddress = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('The address to listen on; 0.0.0.0 for all'),
  port: wholeNumber(0, 65_535).describe('The port to listen on; 0 takes a free one'),
})
const OperationsToken = z.strictObject({
  token: z
    .string()
    .min(LEAST_TOKEN)
    .regex(/^[\x21-\x7e]+$/, 'must be of printable ASCII characters without spaces')
    .refine((text) => new Set(text).size > 1, 'must not be one repeated character')
    .describe("The token for Authorization: Bearer at the server's address"),
})

/** The message if neither or both are given. */
function onlyOne(input: unknown): string | undefined {
  const has = (key: string): boolean => typeof input === 'object' && input !== null && key in input
  const both = has('token') && has('port')
  const neither = typeof input === 'object' && input !== null && Object.keys(input).length === 0
  if (!both && !neither) return undefined
  return `${both ? 'is two things at once' : 'is empty'}. Allowed: { port } and perhaps { host }, for an address of its own; or { token }, for the address of the server`
}

/**
 * The section `server.operations`: where operators reach `/metrics`, `/readyz` with details and the admin API's document: at a separate
 * address, or at the server's with a token (decisions.md section 13, "Operations").
 */
export const OperationsSchema = z
  .union([OperationsAddress, OperationsToken], { error: ({ input }) => onlyOne(input) })
  .describe('Where /metrics, the detail of /readyz and the document of the admin API are served')
/** The section `server.operations` after its schema. */
export type OperationsSection = z.output<typeof OperationsSchema>
