import type { Plugin } from '@parakh/core'
import funding from '@parakh/funding'
import webhooks from '@parakh/webhooks'
import type { FundingInput } from '../config/funding-input.ts'

/** The sections whose feature is always there. */
export interface FeatureSections {
  readonly funding?: FundingInput | undefined
  readonly webhooks?: object | undefined
  /** Undefined: the ledger keeps all money. */
  readonly wallet?: object | undefined
}
/** Features that stand in the configuration by a section of their own, with the paths of these sections. */
export interface Features {
  readonly plugins: readonly Plugin[]
  readonly paths: Readonly<Record<string, string>>
}

/**
 * The features that `plugins` does not name, each with its section as options.
 *
 * @param withoutDatabase True: a service provides the store, which need not keep tables of plugins.
 */
export function features(
  sections: FeatureSections,
  { named, withoutDatabase }: { readonly named: readonly Plugin[]; readonly withoutDatabase: boolean },
): Features {
  const lacks = (id: string): boolean => !withoutDatabase && !named.some((plugin) => plugin.id === id)
  const plugins = [
    ...(sections.funding !== undefined || lacks('funding') ? [fundingOf(sections)] : []),
    ...(sections.webhooks !== undefined || lacks('webhooks') ? [webhooks(sections.webhooks)] : []),
  ]
  return { plugins, paths: Object.fromEntries(plugins.map(({ id }) => [id, id])) }
}

/** Without a section nobody has asked for funding: then a wallet that cannot be credited is no fault. */
function fundingOf({ funding: section, wallet }: FeatureSections): Plugin {
  // Drivers are named as in YAML there too: the host checks them.
  const { definition, ...plugin } = funding({ ...section } as object)
  return { ...plugin, definition: section === undefined && wallet ? { ...definition, requires: [] } : definition }
}
