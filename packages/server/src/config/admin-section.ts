import { flag } from '@parakh/core/fields'
import * as z from 'zod'

/** The section `admin` (decision 0019). */
export const AdminSchema = z.strictObject({
  enabled: flag().default(true).describe('False: no admin API, only the command line'),
})
