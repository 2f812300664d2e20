import {
  CommissionLedger,
  KycUploads,
  type Service,
  StatementLedger,
  Store,
  Subjects,
  service,
  UsageLog,
  UsageSequence,
  WalletLedger,
} from '@parakh/core'

/** Parts of the store as features see them: they need these, and may decorate them. */
export const storeParts: readonly Service[] = [
  service(UsageLog, { store: Store }, ({ store }) => store.usageLog),
  service(KycUploads, { store: Store }, ({ store }) => store.kycUploads),
  service(CommissionLedger, { store: Store }, ({ store }) => store.commission),
  service(StatementLedger, { store: Store }, ({ store }) => store.statements),
  service(WalletLedger, { store: Store }, ({ store }) => store.walletLedger),
  service(UsageSequence, { store: Store }, ({ store }) => store.usageSequence),
  service(Subjects, { store: Store }, ({ store }) => store.subjects),
]
