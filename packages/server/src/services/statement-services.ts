import {
  Accounts,
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
} from '@parakh/core'
import { createPrintableDocuments } from '@parakh/documents'
import { createInvoices, createStatements, type InvoicingRules } from '@parakh/invoicing'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { InvoicingSection } from '../config/invoicing-section.ts'
import { documentBrand } from './document-service.ts'

/** The services for statements and invoices. */
export const statementServices = ({
  brand,
  invoicing,
}: Pick<CheckedConfig, 'brand' | 'invoicing'>): readonly Service[] => [
  service(StatementLedger, { store: Store }, ({ store }) => store.statements),
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
  service(PrintableDocuments, {}, () => createPrintableDocuments(documentBrand(brand))),
]

const BASIS_POINTS_PER_PERCENT = 100

const rulesOf = ({ ratePercent, ...rules }: InvoicingSection): InvoicingRules => ({
  ...rules,
  rateBasisPoints: Math.round(ratePercent * BASIS_POINTS_PER_PERCENT),
})
