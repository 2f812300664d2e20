import * as z from 'zod'
import type { Contribution } from '../extension-point.ts'
import { Envelopes } from '../services/envelopes.ts'
import { legacy } from './legacy.ts'
import { modern } from './modern.ts'
import { verify } from './verify.ts'

/** The published envelopes, as a configuration names them. */
export const envelopeDrivers: readonly Contribution[] = [
  Envelopes.driver({ id: 'modern', options: z.object({}), needs: {}, make: () => modern }),
  Envelopes.driver({
    id: 'legacy',
    options: z.object({
      message: z.string().exactOptional().describe('The text of `message` on success'),
      money: z.boolean().default(true).describe('Whether `amount` and `balance_left` are shown'),
    }),
    needs: {},
    make: ({ options }) => legacy(options),
  }),
  Envelopes.driver({ id: 'verify', options: z.object({}), needs: {}, make: () => verify }),
]
