import type { Operation } from '@parakh/core'
import type { AdminRoute } from './admin-route.ts'
import { allotmentRoutes } from './allotments.ts'
import { operationRoute } from './operation-route.ts'

const TOPICS: readonly (readonly AdminRoute[])[] = [allotmentRoutes]

/** Routes that are no operations yet. */
const UNCONVERTED: readonly AdminRoute[] = TOPICS.flat()

/** Every route of the admin API, by topic. @param operations Of the host. */
export const adminRoutes = (operations: readonly Operation[]): readonly AdminRoute[] => [
  ...UNCONVERTED,
  ...operations.map(operationRoute),
]
