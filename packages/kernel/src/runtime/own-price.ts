import type { PriceQuestion } from '@parakh/core'

/** The plugin's own price of a request: of units of a tier, or of the whole. */
export type OwnPrice = Pick<PriceQuestion, 'listed' | 'tier' | 'units'>
