import type { Account } from '@parakh/core'
import { CATALOGUE } from './open-books.ts'
import { otherOf, partyOf, pickOf, type Scene, type Take } from './scene.ts'

const HOUR_MS = 3_600_000
const STATUSES: readonly Account['status'][] = [...(['active', 'active', 'active', 'suspended'] as const), 'closed']

/** To another reseller, or to none. */
const move: Take = async ({ books, parties, step, ...scene }) => {
  const { id } = partyOf({ books, parties, step, ...scene })
  const parentId = step.variant === 9 ? null : otherOf({ books, parties, step, ...scene }).id
  const before = (await books.store.accounts.get(id))?.parentId
  return (await books.store.accounts.move(id, parentId)).parentId === before ? 'stayed' : 'moved'
}
const status: Take = async (scene) => {
  const to = pickOf(STATUSES, scene.step.variant) ?? 'active'
  return (await scene.books.store.accounts.setStatus(partyOf(scene).id, to)).status
}

const planOf = ({ step }: Scene): string => {
  const { offered } = CATALOGUE
  return pickOf(step.variant < 8 ? offered.slice(1) : offered, step.pick)?.id ?? ''
}
const ofParty = (scene: Scene) => ({ accountId: partyOf(scene).id, actor: 'customer' })
const subscribe: Take = async (scene) =>
  (await scene.books.plans.subscribe({ ...ofParty(scene), plan: planOf(scene) })).state
const changePlan: Take = async (scene) =>
  (await scene.books.plans.change({ ...ofParty(scene), plan: planOf(scene) })).state
const cancelPlan: Take = async (scene) => (await scene.books.plans.cancel(ofParty(scene))).state
/** Often when a month is over. */
const renew: Take = async ({ books, step }) => {
  if (step.variant > 3) books.clock.advance(31 * 24 * HOUR_MS)
  const { renewed, grace, ended } = await books.plans.renewDue()
  return `${renewed} renewed, ${grace} in grace, ${ended} ended`
}

/** Time passes, and the sweep comes: minutes, days, or more than a month. */
const wait: Take = async ({ books, step }) => {
  const hours = [...Array.from({ length: 5 }, () => 0.02), 3, 25, 24 * 4, 24 * 20, 24 * 33]
  books.clock.advance(Math.round((hours[step.variant] ?? 1) * HOUR_MS))
  const released = await books.store.billing.sweep(books.clock.now().getTime())
  return released > 0 ? 'released' : 'nothing to release'
}

/** Steps of accounts, their plans and time. */
export const ACCOUNT_STEPS = {
  ...{ move, status, subscribe, renew, wait, 'change-plan': changePlan, 'cancel-plan': cancelPlan },
} as const
