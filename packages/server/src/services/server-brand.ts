import type { ServerBrand } from '@parakh/core'
import { logoBytes } from '../config/brand-logo.ts'
import type { CheckedConfig } from '../config/checked-config.ts'

type Config = Pick<CheckedConfig, 'brand'>

/** The brand of a configuration as a service. */
export const serverBrand = (brand: Config['brand']): ServerBrand => ({
  name: brand.name,
  supportEmail: brand.supportEmail ?? null,
  colour: brand.colour ?? null,
  logo: logoBytes(brand),
})
