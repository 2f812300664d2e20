import { extensionPoint } from '../extension-point.ts'
import type { Environment } from '../outcome.ts'

/** What a plugin adds to the answer of `GET /balance`: headers by their names in lower case. */
export type BalanceHeaders = (accountId: string, environment: Environment) => Promise<Readonly<Record<string, string>>>

/**
 * Headers of the balance, such as those of a plan.
 *
 * @example
 * BalanceHeaders.contribute({ id: 'plan', needs: { plans: Plans }, make: ({ plans }) => async (id) => ({ 'x-plan': await plans.nameOf(id) }) })
 */
export const BalanceHeaders = extensionPoint<BalanceHeaders>('core.balance-headers', { version: 1 })
