import type { Licence } from '@parakh/core'
import type { ConsentPolicy } from '../consent/consent-policy.ts'

/** A live provider as the configuration names it: not yet looked up. */
export type NamedLive = { readonly provider: string } & Readonly<Record<string, unknown>>

/** What a deployer said of a plugin, checked. */
export interface CheckedOptions {
  readonly licence: Licence | null
  readonly consent: ConsentPolicy | null
  readonly mount: string
  /** Of the plugin's settings, by its schema. */
  readonly settings: unknown
}
