import { Accounts, defineOperation, forbidden, invalidInput, ROLES } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { Commissions } from '../contract/commissions.ts'
import { Quotes } from '../contract/quotes.ts'
import { Simulations } from '../contract/simulations.ts'
import { COMMISSION_STATUSES } from './commission-views.ts'
import { Month, PercentField } from './operation-fields.ts'
import { PRICE_STATUSES, SlotFields } from './price-views.ts'
import { requireOwnPrice } from './require-own-price.ts'
import { requireOwnRate } from './require-own-rate.ts'
import { commissionsRead } from './scopes.ts'
import { presentSimulation, SimulationView } from './simulation-views.ts'

const MOST_RATES = 100
const MOST_PRICES = 20

/** Tries rates and prices. */
export const simulateQuotes = defineOperation({
  ...{ id: 'quotes.simulate', effect: 'read', method: 'POST', scope: commissionsRead, path: '/quotes/simulations' },
  whose: 'everyone',
  summary:
    "Compare what rates and prices would bring on a month's charged calls below an account with what they bring now: revenue, commission by level and what remains; changes nothing",
  input: z.object({
    account_id: z
      .string()
      .nullable()
      .default(null)
      .describe('Calls of accounts below it; null: below the account that asks, for operators of all accounts'),
    month: Month.nullable().default(null).describe('A month in India such as 2026-11; null: the last one'),
    rates: z
      .array(
        z.object({
          account_id: z.string().nullable().default(null).describe('Of this account'),
          role: z
            .enum(ROLES)
            .nullable()
            .default(null)
            .describe('Of all accounts of this role, unless one has its own here'),
          rate: PercentField.describe('Percent such as 12 or 7.25'),
        }),
      )
      .max(MOST_RATES)
      .default([])
      .describe('Rates that are tried; others are as they are'),
    prices: z
      .array(z.object({ ...SlotFields, price: AmountField }))
      .max(MOST_PRICES)
      .default([])
      .describe('Prices that are tried as if they were in force; others are as they are'),
  }),
  output: SimulationView,
  errors: {
    ...{ ...COMMISSION_STATUSES, ...PRICE_STATUSES, COMMISSION_ABOVE_PRICE: 422 },
    ...{ SIMULATION_NO_USAGE: 409, SIMULATION_TOO_LARGE: 422 },
  },
  // Rates and prices are lists of several fields each, which a command line has no words for.
  command: false,
  needs: { simulations: Simulations, commissions: Commissions, accounts: Accounts, quotes: Quotes },
  async handle({ input: { account_id, month, ...tried }, viewer, simulations, ...services }) {
    const isOperator = viewer.accountId === null
    const accountId = account_id ?? viewer.accountId
    if (!isOperator && tried.prices.length > 0 && !(await viewer.isSuperAdmin()))
      throw forbidden('Operators and super admins set prices')
    for (const slot of tried.prices) await requireOwnPrice({ viewer, ...services }, slot)
    const rates = tried.rates.map(({ account_id: whose, role, rate }) => ({
      accountId: whose,
      role,
      basisPoints: rate,
    }))
    for (const rate of rates) {
      if ((rate.accountId === null) === (rate.role === null))
        throw invalidInput({ rates: 'must name an account_id or a role each' })
      if (rate.accountId !== null && !(await viewer.isAbove(rate.accountId)))
        throw forbidden('An account may do this to those below it, not to itself')
      await requireOwnRate({ viewer, ...services }, rate)
    }
    const prices = tried.prices.map(({ account_id: whose, from_calls: fromCalls, ...slot }) => ({
      ...{ ...slot, accountId: whose, fromCalls, ownerAccountId: viewer.accountId },
    }))
    const found = await simulations.run({ accountId, upTo: viewer.accountId, month, rates, prices })
    return presentSimulation(found, { accountId, isOperator })
  },
})
