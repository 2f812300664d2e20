import {
  balanceAfter,
  decimal,
  type Environment,
  type Money,
  type OperatorAct,
  OperatorActs,
  Wallet,
  Wallets,
} from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees, parseSignedRupees } from '../arguments/amount.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { pendingApprovalText } from './pending-approval.ts'
import { standingText } from './wallet-standing.ts'
import { addWalletTasks } from './wallets-tasks.ts'

/** `parakh wallets adjust | allot | credit | show | tasks`. */
export function addWallets(program: Command, session: Session): void {
  const wallets = program.command('wallets').description('prepaid wallets, one per account and environment')
  addChange(wallets, 'credit', 'add money to a wallet; idempotent per reference')
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(new Option('--amount <rupees>', 'such as 500.00').argParser(parseRupees).makeOptionMandatory())
    .requiredOption('--reference <text>', 'idempotency key of this payment')
    .action((options: CreditOptions) => credit(session, options))
  addChange(wallets, 'adjust', 'correct a wallet up or down, or reverse a credit; idempotent per reference')
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(
      new Option('--amount <rupees>', 'such as 5.00 or -5.00').argParser(parseSignedRupees).makeOptionMandatory(),
    )
    .requiredOption('--reference <text>', 'idempotency key of this correction')
    .requiredOption('--reason <text>', 'why; it is kept in the ledger')
    .action((options: AdjustOptions) => adjust(session, options))
  addWalletTasks(wallets, session)
  addCommand(wallets, 'show', 'show the balance of a wallet')
    .requiredOption('--account <id>', 'the account')
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

interface AdjustOptions extends CreditOptions {
  readonly reason: string
}

/** Carries out a manual operation, which may wait for a second operator. */
const act = (session: Session, options: CreditOptions, how: Pick<OperatorAct, 'method' | 'reason'>) =>
  withHost(session, options, async (host) => {
    const { account: accountId, environment, amount, reference } = options
    const done = await host
      .get(OperatorActs)
      .act({ ...how, accountId, environment, amount, reference, actor: actorOf(options) })
    return {
      ...done,
      ...(await balanceAfter({ wallet: host.get(Wallet), wallets: host.get(Wallets) }, { accountId, environment })),
    }
  })

async function adjust(session: Session, options: AdjustOptions): Promise<void> {
  const { amount, reference, reason } = options
  const { waiting, moved, ...after } = await act(session, options, { method: 'adjustment', reason })
  const { wallet } = after
  const standing = standingText(after)
  printResult(session.terminal, options, {
    json: {
      ...{ balance: wallet && decimal(wallet.balance), owed: wallet && decimal(wallet.owed) },
      ...{ adjusted: moved, waiting_funding_id: waiting?.id ?? null },
    },
    text: waiting
      ? pendingApprovalText(waiting)
      : moved
        ? `Adjusted by ${decimal(amount)} INR. ${standing}`
        : `Nothing was adjusted: the reference ${reference} was used before. ${standing}`,
  })
}

async function credit(session: Session, options: CreditOptions): Promise<void> {
  const { amount, reference } = options
  const { waiting, moved, ...after } = await act(session, options, { method: 'credit' })
  const { wallet } = after
  const standing = standingText(after)
  printResult(session.terminal, options, {
    json: { balance: wallet && decimal(wallet.balance), credited: moved, waiting_funding_id: waiting?.id ?? null },
    text: waiting
      ? pendingApprovalText(waiting)
      : moved
        ? `Credited ${decimal(amount)} INR. ${standing}`
        : `Nothing was credited: the reference ${reference} was credited before. ${standing}`,
  })
}

async function show(session: Session, options: WalletOptions): Promise<void> {
  const wallet = await withHost(session, options, (host) =>
    host.get(Wallet).balance(options.account, options.environment),
  )
  const { balance, held, available, owed } = wallet
  const [columns, row] = [['Balance', 'Held', 'Available', 'Owed'], [balance, held, available, owed].map(decimal)]
  printResult(session.terminal, options, {
    json: Object.fromEntries(columns.map((column, place) => [column.toLowerCase(), row[place]])),
    text: drawTable(columns, [row.map((amount) => `${amount} INR`)]),
  })
}
