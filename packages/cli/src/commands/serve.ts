import { decimal, Store, zero } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { createServer, type Server } from '@parakh/server'
import type { CheckedConfig } from '@parakh/server/host'
import { type Command, Option } from 'commander'
import { parsePort } from '../arguments/port.ts'
import { disablePretenuring } from '../host/disable-pretenuring.ts'
import { loadConfiguration } from '../host/load-configuration.ts'
import { withHost } from '../host/open-host.ts'
import { commandLogger } from '../terminal/command-logger.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { notify } from '../terminal/notice.ts'
import { printResult, type Result } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { untilSignal } from '../terminal/until-signal.ts'
import { describeHead } from './ledger.ts'

/** `parakh serve`. */
export function addServe(program: Command, session: Session): void {
  addCommand(program, 'serve', 'serve calls until SIGINT or SIGTERM, then drain')
    .addOption(new Option('--port <port>', 'port to listen on; 0 takes a free one').argParser(parsePort))
    .option('--host <host>', 'address to listen on')
    .option('--migrate', 'run database migrations first')
    .option('--recovery', 'after a restore: refuse paid calls until "parakh ledger resume --head"')
    .option(
      '--development',
      'generate missing secrets in .parakh; open /metrics and details for operators at the same port',
    )
    .action((options: ServeOptions) => serve(session, options))
}

interface ServeOptions extends CommonOptions {
  readonly port?: number
  readonly host?: string
  readonly migrate?: boolean
  readonly development?: boolean
  readonly recovery?: boolean
}

async function serve(session: Session, options: ServeOptions): Promise<void> {
  disablePretenuring()
  const { terminal } = session
  const { host, port } = options
  const listen = { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) }
  const config = await loadConfiguration(terminal, { ...options, listen })
  if (options.recovery === true) await stopForRecovery(session, options)
  const logger = commandLogger(terminal, 'info')
  const server = await createServer(config, { logger, migrate: options.migrate === true })
  const ended = untilSignal(session, 'calls under way finish and settle.')
  try {
    const listening = await server.listen()
    await warnOfDefaultPrices(session, server.host)
    printResult(terminal, options, ready(config, listening))
    await ended.signal
  } finally {
    await server.close()
    ended.forget()
  }
}

/** Before the server listens: it is not known yet what this database has lost. */
async function stopForRecovery(session: Session, options: ServeOptions): Promise<void> {
  const head = await withHost(session, { ...options, migrate: options.migrate === true }, async (host) => {
    const store = host.get(Store)
    await store.money.stop('recovery', 'a backup was restored, and its head is not compared yet')
    return await store.ledger.head()
  })
  notify(session, {
    ...{ level: 'warn', event: 'serve.recovery', facts: { hash: head?.hash ?? null, period: head?.period ?? null } },
    text: `Recovery mode: paid calls are refused until "parakh ledger resume --head". Before it, "parakh subjects replay-journal" erases again who was erased since the backup.\n${describeHead(head)}\n`,
  })
}

/** The line that says that all listeners are ready. */
function ready(
  { brand, plugins }: CheckedConfig,
  { url, listeners, operations }: Awaited<ReturnType<Server['listen']>>,
): Result {
  const own = Object.entries(listeners)
  const apart = own.map(([plugin, at]) => `, the plugin ${plugin} at ${at}`).join('')
  const pages = plugins.some(({ id }) => id === 'console') ? `, console: ${url}/console` : ''
  const watched = operations === null ? '' : `, metrics at ${operations}/metrics`
  return {
    json: {
      ready: true,
      url,
      ...(own.length > 0 ? { listeners } : {}),
      ...(operations === null ? {} : { operations }),
    },
    text: `${brand.name} listens at ${url}${apart} (reference page: ${url}/docs${pages})${watched}. Ctrl-C stops it.`,
  }
}

/** Warns about default prices, which the deployer should confirm (decisions.md section 5). */
async function warnOfDefaultPrices(session: Session, host: Host): Promise<void> {
  const { endpoints } = await host.published()
  const prices = endpoints
    .filter(({ price }) => price.source === 'default' && price.amount !== null)
    .map(({ endpoint, price }) => `${endpoint.id} ${decimal(price.amount ?? zero)}`)
  if (prices.length === 0) return
  notify(session, {
    ...{ level: 'warn', event: 'serve.default_prices', facts: { prices: prices.join(', '), set: 'pricing.overrides' } },
    text: `Default prices, confirm them under pricing.overrides: ${prices.join(', ')} (INR).\n`,
  })
}
