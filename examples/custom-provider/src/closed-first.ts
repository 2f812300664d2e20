import { CONTRACT, definePlugin, type RoutedSource, SourceRouters } from '@parakh/core'
import * as z from 'zod'

/** Of two sources with an equal circuit the first in the configuration stays first. */
const troubled = ({ circuit }: RoutedSource): number => (circuit === 'closed' ? 0 : 1)

/** `routing: { use: closed-first }`: sources whose circuit is closed, then the others; so that no probe of a source that failed is made by a call. */
export const closedFirst = SourceRouters.driver({
  id: 'closed-first',
  options: z.object({}),
  needs: {},
  make: () => ({
    order: (sources) => [...sources].sort((one, other) => troubled(one) - troubled(other)).map(({ name }) => name),
  }),
})

export default definePlugin({ id: 'closed-first', contract: CONTRACT, contributes: [closedFirst] })
