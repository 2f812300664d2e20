import * as z from 'zod'

/** A month in an input. */
export const MonthField = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .describe('Such as 2026-11, in India')
