import { forbidden, type Price, type Viewer } from '@parakh/core'
import { rupeesText } from '@parakh/core/fields'
import type { Quotes } from '../contract/quotes.ts'
import type { SlotInput } from './price-views.ts'
import { requireOwnBranch } from './require-own-branch.ts'

/** Refuses prices that a super admin may not set: of others than those below it, and below what it pays itself. */
export async function requireOwnPrice(
  { viewer, quotes }: { readonly viewer: Viewer; readonly quotes: Quotes },
  slot: SlotInput & { readonly endpoint: string; readonly price: Price },
): Promise<void> {
  await requireOwnBranch(viewer, slot)
  if (viewer.accountId === null) return
  const asked = {
    endpoint: slot.endpoint,
    tier: slot.tier,
    accountId: viewer.accountId,
    environment: 'production',
  } as const
  const own = await quotes.explain(asked)
  if (slot.price < own.price) throw forbidden(`Your own price is ${rupeesText(own.price)} INR`)
}
