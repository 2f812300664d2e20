import { resolve } from 'node:path'
import {
  AccessTokens,
  Accounts,
  AdminApi,
  AdminTokens,
  Allotments,
  AuditLog,
  Billing,
  Clock,
  Counters,
  DevelopmentMode,
  Entitlements,
  ErasureJournal,
  Ids,
  Keys,
  Logger,
  Mailer,
  OwnHosts,
  PublicAddress,
  Secrets,
  type Service,
  Store,
  service,
  Thresholds,
  Usage,
  Wallet,
} from '@parakh/core'
import { createSecrets } from '@parakh/store'
import type { CheckedConfig } from '../config/checked-config.ts'
import { ownHosts } from '../config/own-hosts.ts'
import { accessTokens } from './auth/access-tokens.ts'
import { signingKeys } from './auth/signing-keys.ts'
import type { CompositionOptions } from './composition-options.ts'
import { entitledKeys } from './entitled-keys.ts'
import { fileErasureJournal } from './erasure-journal/file-erasure-journal.ts'
import { loggedMails } from './logged-mails.ts'
import { publicAddress, ServerAddress } from './public-address.ts'
import { revokingExposed } from './revoke-exposed.ts'
import { smtpMailer } from './smtp-mailer.ts'
import { storeService } from './store-service.ts'
import { systemClock } from './system-clock.ts'
import { ulidIds } from './ulid-ids.ts'
import { type UpstreamService, upstreamService } from './upstream-service.ts'

/** The default services of a server. */
export interface DefaultServices {
  readonly services: readonly Service[]
  readonly upstream: UpstreamService
}

/** The issuer of tokens: the public URL, or a name from the brand if none is set. */
const issuerOf = ({ server, brand }: Pick<CheckedConfig, 'server' | 'brand'>): string =>
  server.publicUrl ?? `urn:issuer:${encodeURIComponent(brand.name)}`

/** The parts of the store as separate services, so that a plugin can need, and a host can replace, each of them. */
const storeParts: readonly Service[] = [
  service(Accounts, { store: Store }, ({ store }) => store.accounts),
  service(Counters, { store: Store }, ({ store }) => store.counters),
  service(AdminTokens, { store: Store }, ({ store }) => store.adminTokens),
  service(AuditLog, { store: Store }, ({ store }) => store.audit),
  service(Billing, { store: Store }, ({ store }) => store.billing),
  service(Thresholds, { store: Store }, ({ store }) => store.thresholds),
  service(Allotments, { store: Store }, ({ store }) => store.allotments),
  service(Wallet, { store: Store }, ({ store }) => store.wallet),
  service(Usage, { store: Store }, ({ store }) => store.usage),
]

/** By SMTP; without the section a development server writes mails to its log, and any other has no mailer. */
const mailers = ({ mail, development }: CheckedConfig): readonly Service[] => {
  if (mail) return [service(Mailer, {}, () => smtpMailer(mail))]
  return development ? [service(Mailer, { logger: Logger }, ({ logger }) => loggedMails(logger))] : []
}

/** The journal signs with the keys of the index of people. */
const erasureJournal = ({ retention, secrets, folder }: CheckedConfig): readonly Service[] => {
  if (retention.erasureJournal === undefined) return []
  const file = resolve(folder, retention.erasureJournal)
  const keys = [...secrets.subjectKeys, ...secrets.pepper]
  return [service(ErasureJournal, {}, () => fileErasureJournal({ file, keys }))]
}

/** The default services, which a configuration may replace. */
export function defaultServices(config: CheckedConfig, { logger, migrate }: CompositionOptions): DefaultServices {
  const { secrets, database, folder, keys, server } = config
  const { longestWaitMs } = server.overload
  const upstream = upstreamService({ clock: systemClock(), folder, logger, development: config.development })
  return {
    upstream,
    services: [
      service(Logger, {}, () => logger),
      service(Clock, {}, systemClock),
      service(Ids, { clock: Clock }, ({ clock }) => ulidIds(clock)),
      service(Secrets, {}, () => createSecrets(secrets.pepper)),
      ...(database
        ? [storeService({ database, secrets, keysPerAccount: keys.perAccount, longestWaitMs, migrate })]
        : []),
      ...storeParts,
      ...mailers(config),
      service(Keys, { store: Store, entitlements: Entitlements }, ({ store, entitlements }) =>
        revokingExposed(entitledKeys(store.keys, entitlements), config.security.revokeExposed),
      ),
      service(OwnHosts, {}, () => ownHosts(config.server)),
      service(AccessTokens, { clock: Clock, ids: Ids }, (parts) =>
        accessTokens({ ...parts, keys: signingKeys(secrets.jwtKeys), issuer: issuerOf(config) }),
      ),
      ...erasureJournal(config),
      upstream.service,
      service(ServerAddress, {}, () => publicAddress(config.server)),
      service(PublicAddress, { address: ServerAddress }, ({ address }) => address),
      service(DevelopmentMode, {}, () => ({ isOn: config.development })),
      ...(config.admin.enabled ? [service(AdminApi, {}, () => ({ path: '/admin/v1' }))] : []),
    ],
  }
}
