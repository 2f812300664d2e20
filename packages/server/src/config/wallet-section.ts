import type { WalletChoice } from '@parakh/core'
import * as z from 'zod'

/** Who keeps production money. The driver and its options are checked with the plugins that bring them. */
export const WalletSchema = z
  .looseObject({ use: z.unknown().optional().describe('The name of a driver; ledger: this server itself') })
  .describe('Who keeps the money of production wallets; without it the ledger of this server')

/** The section as it is written: a driver chosen in TypeScript, or by name with its options beside it. */
export type WalletSection = WalletChoice | { readonly use: string; readonly [option: string]: unknown }
