import {
  Brands,
  Clock,
  CONTRACT,
  decorate,
  definePlugin,
  Ids,
  Ledger,
  Logger,
  OperatorActs,
  OperatorTies,
  OwnHosts,
  optional,
  PublicAddress,
  requireCapability,
  service,
  Wallets,
} from '@parakh/core'
import { Funding } from './contract/funding.ts'
import { PaymentGateways } from './contract/payment-gateways.ts'
import { fundingErrors } from './error-codes.ts'
import { fundingAlerts } from './operations/funding-alerts.ts'
import { fundingQueues } from './operations/funding-queues.ts'
import { fundingOperations } from './operations/index.ts'
import { gatewayCallback } from './routes/gateway-callback.ts'
import { createFunding } from './rules/create-funding.ts'
import { FundingRows } from './rules/funding-rows.ts'
import { waitingActs } from './rules/operator-acts.ts'
import { FundingSettings } from './settings.ts'
import { createFundings } from './tables/create-fundings.ts'
import { fundingStatements } from './tables/funding-statements.ts'
import { fundingTables } from './tables/funding-tables.ts'

/** Without a console, operators with different names are different people. */
const NO_TIES: OperatorTies = { unconfirmed: async () => [] }

const fundingRows = service(FundingRows, { tables: fundingTables, ledger: Ledger }, createFundings)

const fundingService = service(
  Funding,
  {
    ...{ rows: FundingRows, gateways: PaymentGateways, acts: OperatorActs, settings: FundingSettings },
    ...{ clock: Clock, ids: Ids, logger: Logger },
    ...{ address: PublicAddress, ownHosts: OwnHosts, brands: optional(Brands) },
    ties: optional(OperatorTies),
  },
  ({ settings: { upi = null, bankAccount = null, ...limits }, address, ownHosts, brands, ties, ...parts }) =>
    createFunding({
      ...parts,
      rules: { ...limits, upi, bankAccount },
      hosts: { address, ownHosts, brands: brands ?? null },
      ties: ties ?? NO_TIES,
    }),
)

/** Large acts of operators wait for a second one. */
const twoOperators = decorate(OperatorActs, {
  id: 'two-operators',
  needs: { rows: FundingRows, settings: FundingSettings, ties: optional(OperatorTies), clock: Clock, ids: Ids },
  wrap: (inner, { rows, settings, ties, clock, ids }) =>
    waitingActs({ inner, rows, rules: settings, ties: ties ?? NO_TIES, clock, ids }),
})

/** Money into wallets: bank transfers, UPI, payment gateways, and what operators do by hand. */
export default definePlugin({
  ...{ id: 'funding', contract: CONTRACT },
  settings: FundingSettings,
  tables: fundingTables,
  statements: [fundingStatements],
  points: [PaymentGateways],
  services: [fundingRows, fundingService],
  decorates: [twoOperators],
  contributes: [...fundingAlerts, ...fundingQueues],
  operations: fundingOperations,
  errors: [fundingErrors],
  routes: [gatewayCallback],
  requires: [requireCapability(Wallets, 'credit', 'funding puts money into wallets')],
})
