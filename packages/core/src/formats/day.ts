import * as z from 'zod'
import { indianDay, isRealDay } from './real-day.ts'

/** A day that exists, `YYYY-MM-DD`. */
export const Day = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'must be YYYY-MM-DD')
  .refine(isRealDay, 'is not a day that exists')
  .meta({ format: 'date' })
/** A date of birth: an existing day, not in the future in India. */
export const BirthDay = Day.refine((text) => text <= indianDay(new Date()), 'lies in the future').meta({
  format: 'date',
})
