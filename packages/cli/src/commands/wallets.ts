import { decimal, type Environment, type Money, Wallet } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import type { Session } from '../session.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh wallets credit | show`. */
export function addWallets(program: Command, session: Session): void {
  const wallets = program.command('wallets').description('prepaid wallets, one an account and environment')
  addCommand(wallets, 'credit', 'put money into a wallet, once a reference')
    .requiredOption('--account <id>', 'whose wallet')
    .addOption(environmentOption())
    .addOption(new Option('--amount <rupees>', 'such as 500.00').argParser(parseRupees).makeOptionMandatory())
    .requiredOption('--reference <text>', 'names this payment; the same again credits nothing')
    .action((options: CreditOptions) => credit(session, options))
  addCommand(wallets, 'show', 'show what a wallet has')
    .requiredOption('--account <id>', 'whose wallet')
    .addOption(environmentOption())
    .action((options: WalletOptions) => show(session, options))
}

interface WalletOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
}
interface CreditOptions extends WalletOptions {
  readonly amount: Money
  readonly reference: string
}

async function credit(session: Session, options: CreditOptions): Promise<void> {
  const { account, environment, amount, reference } = options
  const wallet = await withHost(session, options, (host) =>
    host.get(Wallet).credit({ accountId: account, environment, amount, reference, actor: 'command-line' }),
  )
  const balance = decimal(wallet.balance)
  printResult(session.terminal, options, {
    json: { balance, credited: wallet.credited },
    text: wallet.credited
      ? `Credited ${decimal(amount)} INR. The balance is ${balance} INR.`
      : `Nothing was credited: the reference ${reference} was credited before. The balance is ${balance} INR.`,
  })
}

async function show(session: Session, options: WalletOptions): Promise<void> {
  const wallet = await withHost(session, options, (host) =>
    host.get(Wallet).balance(options.account, options.environment),
  )
  const [balance, held, available] = [decimal(wallet.balance), decimal(wallet.held), decimal(wallet.available)]
  printResult(session.terminal, options, {
    json: { balance, held, available },
    text: drawTable(['Balance', 'Held', 'Available'], [[`${balance} INR`, `${held} INR`, `${available} INR`]]),
  })
}
