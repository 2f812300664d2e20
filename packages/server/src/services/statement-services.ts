import { createAnalytics } from '@parakh/analytics'
import {
  Accounts,
  Analytics,
  Brands,
  Clock,
  Invoices,
  optional,
  PrintableDocuments,
  type Service,
  StatementLedger,
  Statements,
  Store,
  service,
  UsageRollUps,
} from '@parakh/core'
import { createPrintableDocuments } from '@parakh/documents'
import { createInvoices, createStatements, type InvoicingRules } from '@parakh/invoicing'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { InvoicingSection } from '../config/invoicing-section.ts'
import { documentBrand } from './document-service.ts'

/** The services for statements, invoices and analytics. */
export const statementServices = ({
  brand,
  invoicing,
}: Pick<CheckedConfig, 'brand' | 'invoicing'>): readonly Service[] => [
  service(StatementLedger, { store: Store }, ({ store }) => store.statements),
  service(UsageRollUps, { store: Store }, ({ store }) => store.rollUps),
  service(
    Statements,
    {
      store: Store,
      accounts: Accounts,
      brands: optional(Brands),
      ledger: StatementLedger,
      printableDocuments: PrintableDocuments,
      clock: Clock,
    },
    ({ store, ...parts }) => createStatements({ ...parts, commission: store.commission }),
  ),
  service(
    Invoices,
    {
      store: Store,
      accounts: Accounts,
      brands: optional(Brands),
      statements: Statements,
      printableDocuments: PrintableDocuments,
      clock: Clock,
    },
    ({ store, ...parts }) => createInvoices({ ...parts, book: store.invoices, rules: invoicing && rulesOf(invoicing) }),
  ),
  service(Analytics, { rollUps: UsageRollUps }, ({ rollUps }) => createAnalytics(rollUps)),
  service(PrintableDocuments, {}, () => createPrintableDocuments(documentBrand(brand))),
]

const BASIS_POINTS_PER_PERCENT = 100

const rulesOf = ({ ratePercent, ...rules }: InvoicingSection): InvoicingRules => ({
  ...rules,
  rateBasisPoints: Math.round(ratePercent * BASIS_POINTS_PER_PERCENT),
})
