import {
  type ComposedTables,
  type ConfigurationFault,
  coreErrors,
  type Decorator,
  decorate,
  Ledger,
  type Plugin,
  PluginTables,
  type ReservedChange,
  type Service,
  Store,
  service,
  type TableStore,
  Vault,
  WalletReservations,
  zero,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'

/** A plugin, and where it stands in the configuration. */
interface Placed {
  readonly plugin: Plugin
  readonly path: string
}

/** The tables and statements of plugins, for the store. */
const composedTables = (plugins: readonly Placed[]): readonly ComposedTables[] =>
  plugins.flatMap(({ plugin: { definition } }) => {
    const statements = definition.statements.flatMap((set) => Object.values(set).map(({ statement }) => statement))
    return definition.tables ? [{ tables: definition.tables, statements }] : []
  })

/** The services that plugins reach their tables by. */
export function tableServices(plugins: readonly Placed[]): readonly Service[] {
  const composed = composedTables(plugins)
  return [
    service(PluginTables, {}, () => composed),
    ledger,
    service(
      Vault,
      { store: Store },
      ({ store }): Vault => ({
        seal: (of, plain) => tablesOf(store).vault.seal(of, plain),
        open: (of, sealed) => tablesOf(store).vault.open(of, sealed),
      }),
    ),
    ...plugins.flatMap(({ plugin: { definition } }) => {
      const { tables } = definition
      return tables ? [service(tables, { store: Store }, ({ store }) => tablesOf(store).access(tables))] : []
    }),
  ]
}

/**
 * Hands the tables to the store, whoever made it, and makes sure that they are there.
 *
 * @throws `INVALID_CONFIGURATION` with `TABLES_NOT_SUPPORTED` for each plugin; `TABLES_NOT_MIGRATED`
 */
export const storeWithTables = (plugins: readonly Placed[]): Decorator =>
  decorate(Store, {
    id: 'plugin-tables',
    needs: { composed: PluginTables },
    async wrap(store, { composed }) {
      if (composed.length === 0) return store
      const { pluginTables } = store
      if (!pluginTables) {
        const faults = unsupported(plugins)
        throw coreErrors.error('INVALID_CONFIGURATION', { count: faults.length }, { faults })
      }
      pluginTables.use(composed)
      if (!(await store.migrated())) throw kernelErrors.error('TABLES_NOT_MIGRATED')
      return store
    },
  })

const unsupported = (plugins: readonly Placed[]): readonly ConfigurationFault[] =>
  plugins
    .filter(({ plugin }) => plugin.definition.tables)
    .map(({ plugin: { id }, path }) => kernelErrors.fault('TABLES_NOT_SUPPORTED', path, { id }))

/** @throws `TABLES_NOT_SUPPORTED` */
function tablesOf({ pluginTables }: Store): TableStore {
  if (!pluginTables) throw kernelErrors.error('TABLES_NOT_SUPPORTED', { id: 'core' })
  return pluginTables
}

/** Changes of wallets. What an external wallet is to give is reserved there before, where nothing holds a lock. */
const ledger: Service = service(
  Ledger,
  { store: Store, reservations: WalletReservations },
  ({ store, reservations }): Ledger => ({
    async change(change, work) {
      const tables = tablesOf(store)
      const drawn = change.wallets.filter(
        ({ environment, upTo = zero }) => upTo > 0 && reservations.isExternal(environment),
      )
      const [from] = drawn
      if (drawn.length > 1) throw new TypeError('a change draws on one wallet. Allowed: upTo of one of its wallets')
      if (!from?.upTo) return await tables.change({ ...change, reserved: null }, work)
      const { accountId, environment, upTo } = from
      const asked = await reservations.reserve({ accountId, environment }, upTo)
      const reservation = asked.kind === 'reserved' ? asked.reservation : null
      const available = asked.kind === 'reserved' ? asked.reservation.amount : asked.available
      const reserved: ReservedChange = { accountId, environment, reservation, available }
      try {
        return await tables.change({ ...change, reserved }, work)
      } finally {
        if (reservation) await reservations.release(reservation)
      }
    },
  }),
)
