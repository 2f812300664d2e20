import { type BillingDetails, Invoices } from '@parakh/core'
import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface BillingOptions extends CommonOptions {
  readonly name: string
  readonly gstin?: string
  readonly state: string
  readonly address: string
}

/** `parakh accounts billing set | show`. */
export function addAccountBilling(accounts: Command, session: Session): void {
  const billing = accounts.command('billing').description('the billing details of an account')
  addChange(billing, 'set <account>', 'set the name, state and GSTIN on its next invoices')
    .requiredOption('--name <name>', 'the legal name')
    .requiredOption('--state <code>', 'two digits of GST, such as 29: the place of supply')
    .requiredOption('--address <text>', 'the address')
    .option('--gstin <gstin>', 'omit if not registered')
    .action((account: string, options: BillingOptions) => set(session, account, options))
  addCommand(billing, 'show <account>', 'show the billing details').action((account: string, options: CommonOptions) =>
    show(session, account, options),
  )
}

async function set(session: Session, accountId: string, options: BillingOptions): Promise<void> {
  const { name, gstin = null, state: stateCode, address } = options
  const details = await withHost(session, options, (host) =>
    host.get(Invoices).setDetails({ accountId, name, gstin, stateCode, address }, actorOf(options)),
  )
  printResult(session.terminal, options, { json: toJson(accountId, details), text: describe(details) })
}

async function show(session: Session, accountId: string, options: CommonOptions): Promise<void> {
  const details = await withHost(session, options, (host) => host.get(Invoices).details(accountId))
  const text = details ? describe(details) : `The account ${accountId} has no billing details.`
  printResult(session.terminal, options, { json: toJson(accountId, details), text })
}

const toJson = (account_id: string, details: BillingDetails | null) => ({
  account_id,
  billing: details && {
    name: details.name,
    gstin: details.gstin,
    state_code: details.stateCode,
    address: details.address,
  },
})

const describe = ({ name, gstin, stateCode, address }: BillingDetails): string =>
  `Invoices go to ${name}, ${gstin ?? 'not registered'}, state ${stateCode}, ${address}.`
