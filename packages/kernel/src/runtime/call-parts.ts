import type {
  AttemptLog,
  Billing,
  CallTracer,
  Clock,
  ConsentVerifier,
  Documents,
  Envelope,
  Ids,
  Keys,
  KnownKeys,
  Logger,
  Nonces,
  Pricing,
  RecordStore,
  Secrets,
  SourceCaps,
  SourceCosts,
  SourceRouter,
  StandingConsents,
  Subjects,
  Upstream,
  Wallet,
  WithdrawnConsents,
} from '@parakh/core'
import type { ExternalKeys } from '../auth/external-keys.ts'
import type { SchemeInForce } from '../auth/scheme-in-force.ts'
import type { Container } from '../container.ts'
import type { AddressLimits } from '../limits/address-limits.ts'
import type { MoneyGate } from '../limits/money-gate.ts'
import type { ThrottledKeys } from '../limits/throttled-keys.ts'
import type { ThrottledUsage } from '../limits/throttled-usage.ts'
import type { DeadlineTimers } from '../time/deadline-timers.ts'
import type { WalletLink } from '../wallet/wallet-link.ts'
import type { WalletTaskRunner } from '../wallet/wallet-task-runner.ts'
import type { CallSettings } from './call-settings.ts'

/** What the stages of a call are made from. */
export interface CallParts {
  readonly container: Container
  readonly settings: CallSettings
  /** The id of this process: who owns its holds. */
  readonly owner: string
  /** Where attempts at live providers are told; null: nowhere. */
  readonly attempts: AttemptLog | null
  readonly addressLimits: AddressLimits
  readonly billing: Billing
  readonly clock: Clock
  /** By their names in the configuration. */
  readonly consentVerifiers: ReadonlyMap<string, ConsentVerifier>
  readonly deadlines: DeadlineTimers
  readonly documents: Documents | null
  /** The ids of the documents that an endpoint issues, by its id. */
  readonly documentKinds: ReadonlyMap<string, readonly string[]>
  /** Of endpoints that leave it to the host, and of requests that belong to no endpoint. */
  readonly envelope: Envelope
  readonly externalKeys: ExternalKeys
  readonly ids: Ids
  readonly keys: Keys
  readonly knownKeys: KnownKeys
  readonly logger: Logger
  readonly moneyGate: MoneyGate
  readonly nonces: Nonces
  readonly pricing: Pricing
  readonly records: RecordStore
  /** In the order of the configuration. */
  readonly schemes: readonly SchemeInForce[]
  readonly secrets: Secrets
  /** What counts the requests of capped sources; null: none has a cap. */
  readonly sourceCaps: SourceCaps | null
  /** What sources cost, for routers; null: what their entries say. */
  readonly sourceCosts: SourceCosts | null
  /** By `routerName`. */
  readonly sourceRouters: ReadonlyMap<string, SourceRouter>
  readonly standingConsents: StandingConsents
  readonly subjects: Pick<Subjects, 'hash'>
  readonly throttledKeys: ThrottledKeys
  readonly throttledUsage: ThrottledUsage
  /** Null: calls are not measured. */
  readonly tracer: CallTracer | null
  readonly upstream: Upstream
  readonly wallet: Wallet
  readonly withdrawnConsents: Pick<WithdrawnConsents, 'get'>
  /** The external wallet that keeps production money, and what runs its tasks; null: the ledger keeps it. */
  readonly external: { readonly link: WalletLink; readonly tasks: WalletTaskRunner } | null
}
