import * as z from 'zod'
import { wholeNumber } from './numeric.ts'

/** Characters that a token for operators has at least. */
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
    .describe('What operators send as Authorization: Bearer …, at the address of the server'),
})

/** What is wrong where it is not said which of both is meant. */
function onlyOne(input: unknown): string | undefined {
  const has = (key: string): boolean => typeof input === 'object' && input !== null && key in input
  const both = has('token') && has('port')
  const neither = typeof input === 'object' && input !== null && Object.keys(input).length === 0
  if (!both && !neither) return undefined
  return `${both ? 'is two things at once' : 'is empty'}. Allowed: { port } and perhaps { host }, for an address of its own; or { token }, for the address of the server`
}

/**
 * Where operators reach `/metrics`, `/readyz` with its detail and the document of the admin API: at an address of their own, or at the
 * server's behind a token (decisions.md section 13, "Operations").
 */
export const OperationsSchema = z
  .union([OperationsAddress, OperationsToken], { error: ({ input }) => onlyOne(input) })
  .describe('Where /metrics, the detail of /readyz and the document of the admin API stand')
/** The section `server.operations` after its schema. */
export type OperationsSection = z.output<typeof OperationsSchema>
