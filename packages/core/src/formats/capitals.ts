import * as z from 'zod'

/** Text in capitals, without spaces around it. */
export const upper = z.string().trim().toUpperCase()
/** Text in capitals, without any spaces and hyphens. */
export const compact = z.string().transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
