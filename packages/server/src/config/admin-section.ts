import * as z from 'zod'
import { flag } from './numeric.ts'

/** The section `admin` (decision 0019). */
export const AdminSchema = z.strictObject({
  enabled: flag().default(true).describe('False: no admin API, only the command line'),
})
