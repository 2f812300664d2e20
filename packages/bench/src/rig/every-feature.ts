import analytics from '@parakh/analytics'
import consolePlugin from '@parakh/console'
import type { Plugin } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'

/**
 * All features, as in examples/white-label: what is measured and killed is the whole product.
 *
 * @param delivery The options of webhooks; the defaults unless given.
 */
export const everyFeature = (delivery: NonNullable<Parameters<typeof webhooks>[0]> = {}): readonly Plugin[] => [
  ...[analytics(), consolePlugin(), documents(), funding(), invoicing(), plans(), resale(), webhooks(delivery)],
]
