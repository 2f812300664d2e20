import {
  AccessTokens,
  Accounts,
  Billing,
  Clock,
  DevelopmentMode,
  Documents,
  type Environment,
  Ids,
  Keys,
  Logger,
  PluginTables,
  PublicAddress,
  Secrets,
  type Service,
  Store,
  service,
  Upstream,
  Usage,
  Wallet,
} from '@parakh/core'
import { directUpstream } from '../fakes/direct-upstream.ts'
import { fakeDocuments } from '../fakes/fake-documents.ts'
import { testSecrets } from '../fakes/test-secrets.ts'
import { testTokens } from '../fakes/test-tokens.ts'

/** What the services of a test host are made from. */
export interface TestParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
}

/** The services that keep something, from a store: as overrides they put a test host on a database, with the tables of its plugins. */
export const storeServices = (store: Store): readonly Service[] => [
  service(Store, { composed: PluginTables }, async ({ composed }) => {
    if (composed.length > 0 && store.pluginTables) {
      store.pluginTables.use(composed)
      await store.migrate()
    }
    return store
  }),
  service(Accounts, {}, () => store.accounts),
  service(Keys, {}, () => store.keys),
  service(Billing, {}, () => store.billing),
  service(Wallet, {}, () => store.wallet),
  service(Usage, {}, () => store.usage),
]

const testAddress: PublicAddress = {
  url: 'https://api.test.example',
  requireFor: () => undefined,
  requireServed: () => undefined,
}

/** The default services of a test host, each under its token of core. */
export function testServices({ store, clock, ids, logger }: TestParts): readonly Service[] {
  return [
    service(Clock, {}, () => clock),
    service(Ids, {}, () => ids),
    service(Logger, {}, () => logger),
    service(Secrets, {}, () => testSecrets()),
    ...storeServices(store),
    service(AccessTokens, {}, () => testTokens({ clock })),
    service(Upstream, {}, () => directUpstream()),
    service(Documents, {}, () => fakeDocuments()),
    service(PublicAddress, {}, () => testAddress),
    service(DevelopmentMode, {}, () => ({ isOn: true })),
  ]
}

/** A key of a test host, with its secret: it can be handed to `host.call` as it is. */
export interface TestKey {
  readonly id: string
  readonly apiKey: string
  readonly apiSecret: string
}

/** Issues a key and remembers its secret. */
export async function issueKey(store: Store, accountId: string, environment: Environment): Promise<TestKey> {
  const { key, apiSecret } = await store.keys.create({ accountId, environment })
  return { id: key.id, apiKey: key.publicId, apiSecret }
}
