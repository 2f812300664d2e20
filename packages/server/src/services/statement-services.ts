import { createAnalytics, createStatements } from '@parakh/business'
import {
  Accounts,
  Analytics,
  Clock,
  Papers,
  type Service,
  StatementLedger,
  Statements,
  Store,
  service,
  UsageRollUps,
} from '@parakh/core'
import { createPapers } from '@parakh/documents'
import type { CheckedConfig } from '../config/checked-config.ts'
import { documentBrand } from './document-service.ts'

/** What is said of an account's money and calls: statements, and the figures of its usage. */
export const statementServices = ({ brand }: Pick<CheckedConfig, 'brand'>): readonly Service[] => [
  service(StatementLedger, { store: Store }, ({ store }) => store.statements),
  service(UsageRollUps, { store: Store }, ({ store }) => store.rollUps),
  service(
    Statements,
    { store: Store, accounts: Accounts, ledger: StatementLedger, papers: Papers, clock: Clock },
    ({ store, ...parts }) => createStatements({ ...parts, commission: store.commission }),
  ),
  service(Analytics, { rollUps: UsageRollUps }, ({ rollUps }) => createAnalytics(rollUps)),
  service(Papers, {}, () => createPapers(documentBrand(brand))),
]
