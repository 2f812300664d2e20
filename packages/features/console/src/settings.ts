import { defineSettings } from '@parakh/core'
import * as z from 'zod'

/** The section of the plugin (decisions.md section 13, "People"). */
export const ConsoleSettings = defineSettings(
  'console',
  z.object({
    signUp: z
      .enum(['open', 'invite', 'off'])
      .optional()
      .describe('Whether strangers may open an account by mail; default: invite, in development open'),
  }),
)
