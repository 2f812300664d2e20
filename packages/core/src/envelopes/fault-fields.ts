import * as z from 'zod'
import type { Fault } from '../envelope.ts'

/** Messages by field path (decisions.md section 3). */
export const FieldErrors = z.record(z.string(), z.array(z.string())).optional()
/** The code for programs and the message for people. */
export const CodeAndMessage = z.object({ code: z.string(), message: z.string(), ref_id: z.string().optional() })

/** The reference of the earlier call, if the error has one. */
export const refIdOf = ({ refId }: Fault): { ref_id?: string } => (refId === undefined ? {} : { ref_id: refId })

/** The `errors` object, if the error has one. */
export function fieldErrors(fault: Fault): { errors?: Record<string, string[]> } {
  if (!fault.fields) return {}
  return { errors: Object.fromEntries(Object.entries(fault.fields).map(([path, texts]) => [path, [...texts]])) }
}
