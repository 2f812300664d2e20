import type { ProposedRate } from '../contract/simulations.ts'
import type { CommissionTree } from '../prices/commission-tree.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import { checkPrices, type PriceCheckOptions } from './check-prices.ts'
import { checkCap } from './rate-rules.ts'

/** Whose rates are tried. */
export interface ProposedRates {
  readonly tree: CommissionTree
  /** A rate of a role is that of accounts strictly below this one; null: of all. */
  readonly accountId: string | null
  readonly rates: readonly ProposedRate[]
}

/**
 * The tree with rates that are tried: one for an account goes before that of its role.
 *
 * @throws `ACCOUNT_NOT_FOUND`, `COMMISSION_NOT_FOR_ROLE`, `COMMISSION_ABOVE_CAP`, `COMMISSION_ABOVE_PRICE`, as when they were set
 */
export async function withProposedRates(
  options: PriceCheckOptions & { readonly rates: Pick<CommissionRates, 'line'> },
  { tree, accountId, rates }: ProposedRates,
): Promise<CommissionTree> {
  if (rates.length === 0) return tree
  const ofRoles = rates.flatMap(({ role, basisPoints }) => (role === null ? [] : [{ role, basisPoints }]))
  const ofAccounts = rates.flatMap(({ accountId: whose, basisPoints }) =>
    whose === null ? [] : [{ accountId: whose, basisPoints }],
  )
  for (const { role, basisPoints } of ofRoles) checkCap(role, basisPoints)
  for (const rate of ofAccounts) {
    const [level] = await options.rates.line(rate.accountId)
    if (level) checkCap(level.role, rate.basisPoints)
  }
  const byRole = new Map(ofRoles.map(({ role, basisPoints }) => [role, basisPoints]))
  const below = tree.below(accountId).flatMap((level): [string, number][] => {
    const basisPoints = byRole.get(level.role)
    return basisPoints === undefined ? [] : [[level.accountId, basisPoints]]
  })
  const after = tree.rated(
    new Map([...below, ...ofAccounts.map((rate) => [rate.accountId, rate.basisPoints] as const)]),
  )
  for (const rate of ofAccounts) await checkPrices(options, { ...rate, tree: () => after })
  const basisPoints = Math.max(...ofRoles.map((rate) => rate.basisPoints))
  if (ofRoles.length > 0) await checkPrices(options, { accountId: null, basisPoints, before: tree, tree: () => after })
  return after
}
