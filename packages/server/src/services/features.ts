import analytics from '@parakh/analytics'
import type { ConfigurationFault, Plugin } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import type { FundingInput } from '../config/funding-input.ts'

/** The sections whose feature is always there. */
export interface FeatureSections {
  readonly documents?: object | undefined
  readonly funding?: FundingInput | undefined
  readonly invoicing?: object | undefined
  readonly webhooks?: object | undefined
  readonly commission?: object | undefined
  readonly costs?: object | undefined
  /** Undefined: the ledger keeps all money. */
  readonly wallet?: object | undefined
}
/** Features that stand in the configuration by a section of their own, with the paths of these sections. */
export interface Features {
  readonly plugins: readonly Plugin[]
  readonly paths: Readonly<Record<string, string>>
}

/** Where the sections of resale are looked for: it has two, at the top of the configuration. */
const RESALE_PATH = 'plugins.@parakh/resale'

/**
 * The features that `plugins` does not name, each with its section as options.
 *
 * @param withoutDatabase True: a service provides the store, which need not keep tables of plugins.
 */
export function features(
  sections: FeatureSections,
  { named, withoutDatabase }: { readonly named: readonly Plugin[]; readonly withoutDatabase: boolean },
): Features {
  const { commission, costs } = sections
  const isNamed = (id: string): boolean => named.some((plugin) => plugin.id === id)
  const lacks = (id: string): boolean => !withoutDatabase && !isNamed(id)
  const sells = commission !== undefined || costs !== undefined
  const plugins = [
    ...(sections.documents !== undefined || !isNamed('documents') ? [documents({ ...sections.documents })] : []),
    ...(sections.funding !== undefined || lacks('funding') ? [fundingOf(sections)] : []),
    ...(sections.webhooks !== undefined || lacks('webhooks') ? [webhooks(sections.webhooks)] : []),
    ...(sells || lacks('resale') ? [resaleOf(sections)] : []),
    ...(sections.invoicing !== undefined || lacks('invoicing') ? [invoicing({ ...sections.invoicing })] : []),
    ...(lacks('analytics') ? [analytics()] : []),
  ]
  const pathOf = (id: string): string => (id === 'resale' ? RESALE_PATH : id)
  return { plugins, paths: Object.fromEntries(plugins.map(({ id }) => [id, pathOf(id)])) }
}

const resaleOf = ({ commission, costs }: FeatureSections): Plugin =>
  resale({ ...(commission && { commission }), ...(costs && { costs }) } as object)

/** A fault where its section stands. */
export const atSection = (fault: ConfigurationFault): ConfigurationFault =>
  fault.path.startsWith(`${RESALE_PATH}.`) ? { ...fault, path: fault.path.slice(RESALE_PATH.length + 1) } : fault

/** Without a section nobody has asked for funding: then a wallet that cannot be credited is no fault. */
function fundingOf({ funding: section, wallet }: FeatureSections): Plugin {
  // Drivers are named as in YAML there too: the host checks them.
  const { definition, ...plugin } = funding({ ...section } as object)
  return { ...plugin, definition: section === undefined && wallet ? { ...definition, requires: [] } : definition }
}
