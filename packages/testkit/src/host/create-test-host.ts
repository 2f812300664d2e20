import {
  type Account,
  coreErrors,
  ENVIRONMENTS,
  type Environment,
  inr,
  type Money,
  type Plugin,
  type Service,
  type Token,
  type Upstream,
} from '@parakh/core'
import { type CallSettings, createHost, decide, type Host } from '@parakh/kernel'
import { type CollectingLogger, collectingLogger } from '../fakes/collecting-logger.ts'
import { type ManualClock, manualClock } from '../fakes/manual-clock.ts'
import { sequentialIds } from '../fakes/sequential-ids.ts'
import { createMemoryStore, type MemoryStore } from '../memory/memory-store.ts'
import { issueKey, type TestKey, testServices } from './test-services.ts'
import { testSettings } from './test-settings.ts'

/** What a test host is made from. */
export interface TestHostOptions {
  readonly plugins: readonly Plugin[]
  /** Beside the defaults. */
  readonly services?: readonly Service[]
  /** Defaults that this host does not have: `[Documents]`. */
  readonly without?: readonly Token<unknown>[]
  /** In place of defaults. */
  readonly overrides?: readonly Service[]
  /** The sinks of committed events, as in the configuration's `events`; none unless given. */
  readonly events?: Readonly<Record<string, object>>
  /** The host's envelope, as in the configuration's `envelope`; `modern` unless given. */
  readonly envelope?: object
  /** Who keeps production money, as in the configuration's `wallet`; the ledger unless given. Then `funds` are of the sandbox alone. */
  readonly wallet?: object
  /** The schemes that prove callers, as in the configuration's `auth`; keys and tokens unless given. */
  readonly auth?: Readonly<Record<string, object>>
  /** As in the configuration's `consentVerifiers`; none unless given. */
  readonly consentVerifiers?: Readonly<Record<string, object>>
  /** Those that differ from the published ones. */
  readonly settings?: Partial<CallSettings>
  /** Compiles sources over HTTP, which are left out without it: that of the upstream which `overrides` bring. */
  readonly compile?: Upstream['compile']
  readonly clock?: ManualClock
  /** In each wallet of the account; 10,000 INR unless given. */
  readonly funds?: Money
}
/** A host with an account that may do everything. */
export interface TestHost {
  readonly host: Host
  readonly store: MemoryStore
  readonly clock: ManualClock
  readonly logger: CollectingLogger
  readonly account: Account
  readonly keys: Readonly<Record<Environment, TestKey>>
}

/**
 * A host in memory, with an account that has funds, approved KYC and a key for each environment. Nothing runs in the background
 * until `host.start()`; end it with `host.stop()`.
 *
 * @throws The faults of the composition, as `createHost` does.
 * @example
 * const { host, keys } = await createTestHost({ plugins: [pincode()] })
 * const reply = await host.call('pincode-details', { pincode: '411001' }, keys.sandbox)
 */
export async function createTestHost(options: TestHostOptions): Promise<TestHost> {
  const { plugins, services = [], without = [], overrides = [], clock = manualClock(), funds = inr('10000') } = options
  const [logger, ids, settings] = [collectingLogger(), sequentialIds(), testSettings(options.settings)]
  const store = createMemoryStore({ decide, clock, ids: sequentialIds(1) })
  const lacking = new Set(without.map(({ id }) => id))
  const defaults = testServices({ store, clock, ids, logger }).filter(({ token }) => !lacking.has(token.id))
  const { compile } = options
  const { auth, consentVerifiers, envelope, wallet } = options
  const chosen = { ...(auth ? { auth } : {}), ...(envelope ? { envelope } : {}), ...(wallet ? { wallet } : {}) }
  const events = options.events ? { events: options.events } : {}
  const choices = { ...events, ...(consentVerifiers ? { consentVerifiers } : {}), ...chosen }
  const brand = { name: 'Test', supportEmail: null, colour: null, logo: null }
  const core = { errors: [coreErrors] }
  const composed = { plugins, services: [...defaults, ...services], overrides, core, settings, choices, brand }
  const host = await createHost(compile ? { ...composed, compile } : composed)

  const { id } = await store.accounts.create({ name: 'Test', role: 'developer' })
  const account = await store.accounts.approveKyc(id)
  for (const environment of ENVIRONMENTS)
    if (funds > 0 && (environment === 'sandbox' || !options.wallet))
      await store.wallet.credit({ accountId: id, environment, amount: funds, reference: 'test-funds', actor: 'test' })
  const keys = { sandbox: await issueKey(store, id, 'sandbox'), production: await issueKey(store, id, 'production') }
  return { host, store, clock, logger, account, keys }
}
