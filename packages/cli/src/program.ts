import { Command } from 'commander'
import { addAccounts } from './commands/accounts.ts'
import { addAdmin } from './commands/admin.ts'
import { addAnalytics } from './commands/analytics.ts'
import { addAudit } from './commands/audit.ts'
import { addBackup } from './commands/backup.ts'
import { addCommissions } from './commands/commissions.ts'
import { addConfig } from './commands/config.ts'
import { addConsents } from './commands/consents.ts'
import { addCosts } from './commands/costs.ts'
import { addFunding } from './commands/funding.ts'
import { addInvoices } from './commands/invoices.ts'
import { addBilling } from './commands/invoices-billing.ts'
import { addKeys } from './commands/keys.ts'
import { addKyc } from './commands/kyc.ts'
import { addLedger } from './commands/ledger.ts'
import { addMigrate } from './commands/migrate.ts'
import { addOpenapi } from './commands/openapi.ts'
import { addPlans } from './commands/plans.ts'
import { addPlugins } from './commands/plugins.ts'
import { addPostman } from './commands/postman.ts'
import { addPrices } from './commands/prices.ts'
import { addQuote } from './commands/quote.ts'
import { addServe } from './commands/serve.ts'
import { addStatements } from './commands/statements.ts'
import { addUsage } from './commands/usage.ts'
import { addWallets } from './commands/wallets.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { addWorker } from './commands/worker.ts'
import type { Session } from './session.ts'
import { reportUsage } from './terminal/notice.ts'

/** Builds the command line without the commands of plugins, which need a configuration. */
export function buildProgram(session: Session, version: string): Command {
  const { terminal } = session
  const program = new Command('parakh')
    .description('Sell API calls from a prepaid wallet.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => reportUsage(session, text) })
    .addHelpText(
      'after',
      '\nPlugins add commands of their own, such as "parakh ifsc import FILE": "parakh plugins list" names them.',
    )
  for (const add of [
    addServe,
    addWorker,
    addMigrate,
    addConfig,
    addPlugins,
    addOpenapi,
    addPostman,
    addAccounts,
    addKyc,
    addConsents,
    addKeys,
    addWallets,
    addPrices,
    addQuote,
    addCommissions,
    addCosts,
    addFunding,
    addPlans,
    addUsage,
    addAnalytics,
    addStatements,
    addInvoices,
    addBilling,
    addWebhooks,
    addAudit,
    addAdmin,
    addLedger,
    addBackup,
  ]) {
    add(program, session)
  }
  return program
}
