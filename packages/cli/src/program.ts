import { Command } from 'commander'
import { reportUsage } from './terminal/notice.ts'
import type { Session } from './terminal/session.ts'

/** Adds the commands of a group. */
type Add = (program: Command, session: Session) => void

/** The groups of commands, in the order of the help. A command imports only its own group. */
const GROUPS: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServe,
  worker: async () => (await import('./commands/worker.ts')).addWorker,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrate,
  config: async () => (await import('./commands/config.ts')).addConfig,
  plugins: async () => (await import('./commands/plugins.ts')).addPlugins,
  openapi: async () => (await import('./commands/openapi.ts')).addOpenapi,
  postman: async () => (await import('./commands/postman.ts')).addPostman,
  accounts: async () => (await import('./commands/accounts.ts')).addAccounts,
  kyc: async () => (await import('./commands/kyc.ts')).addKyc,
  consents: async () => (await import('./commands/consents.ts')).addConsents,
  keys: async () => (await import('./commands/keys.ts')).addKeys,
  wallets: async () => (await import('./commands/wallets.ts')).addWallets,
  prices: async () => (await import('./commands/prices.ts')).addPrices,
  quote: async () => (await import('./commands/quote.ts')).addQuote,
  commissions: async () => (await import('./commands/commissions.ts')).addCommissions,
  costs: async () => (await import('./commands/costs.ts')).addCosts,
  funding: async () => (await import('./commands/funding.ts')).addFunding,
  plans: async () => (await import('./commands/plans.ts')).addPlans,
  usage: async () => (await import('./commands/usage.ts')).addUsage,
  analytics: async () => (await import('./commands/analytics.ts')).addAnalytics,
  statements: async () => (await import('./commands/statements.ts')).addStatements,
  invoices: async () => (await import('./commands/invoices.ts')).addInvoices,
  webhooks: async () => (await import('./commands/webhooks.ts')).addWebhooks,
  audit: async () => (await import('./commands/audit.ts')).addAudit,
  admin: async () => (await import('./commands/admin.ts')).addAdmin,
  ledger: async () => (await import('./commands/ledger.ts')).addLedger,
  backup: async () => (await import('./commands/backup.ts')).addBackup,
}

/** Whether this is a built-in group of commands, not one of a plugin. */
export const isOwnGroup = (name: string): boolean => Object.hasOwn(GROUPS, name)

/**
 * Builds the command line without the commands of plugins, which need a configuration.
 *
 * @param groups The names of the groups that are added. Default: every one, as for help.
 */
export async function buildProgram(
  session: Session,
  { version, groups = Object.keys(GROUPS) }: { readonly version: string; readonly groups?: readonly string[] },
): Promise<Command> {
  const { terminal } = session
  const program = new Command('parakh')
    .description('Sell API calls from a prepaid wallet.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => reportUsage(session, text),
    })
    .addHelpText(
      'after',
      '\nPlugins add commands of their own, such as "parakh ifsc import FILE": "parakh plugins list" names them.',
    )
  for (const add of await Promise.all(groups.map((name) => GROUPS[name]?.()))) add?.(program, session)
  return program
}
