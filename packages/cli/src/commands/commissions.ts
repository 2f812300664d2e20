import {
  balanceAfter,
  type CommissionStatement,
  Commissions,
  decimal,
  type Environment,
  exactDecimal,
  Ids,
  type Money,
  micro,
  minus,
  Wallet,
  Wallets,
} from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { environmentOption } from '../arguments/environment.ts'
import { parsePercent } from '../arguments/percent.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { standingText } from './wallet-standing.ts'

/** `parakh commissions set | show | convert | statement`. */
export function addCommissions(program: Command, session: Session): void {
  const commissions = program
    .command('commissions')
    .description('commission of resellers on the calls of accounts below them')
  addChange(commissions, 'set', 'set the commission rate of a reseller')
    .requiredOption('--account <id>', 'a master distributor, distributor or retailer')
    .addOption(new Option('--rate <percent>', 'such as 12 or 7.25').argParser(parsePercent).makeOptionMandatory())
    .action((options: SetOptions) => set(session, options))
  const ofAccount = (command: Command) =>
    command.requiredOption('--account <id>', 'the account').addOption(environmentOption())
  ofAccount(addCommand(commissions, 'show', 'show accrued, pending and convertible commission')).action(
    (options: AccountOptions) => show(session, options),
  )
  ofAccount(
    addChange(
      commissions,
      'convert',
      'convert final commission to wallet credit, in whole paise; idempotent per reference',
    ),
  )
    .addOption(new Option('--amount <rupees>', 'default: all that is convertible').argParser(parseRupees))
    .option('--reference <text>', 'idempotency key of this conversion (default: generated)')
    .action((options: ConvertOptions) => convert(session, options))
  ofAccount(addCommand(commissions, 'statement', 'show commission by endpoint in a month, with reversals'))
    .requiredOption('--month <month>', 'a month in India such as 2026-11')
    .action((options: StatementOptions) => statement(session, options))
}

interface SetOptions extends CommonOptions {
  readonly account: string
  readonly rate: number
}
interface AccountOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
}
interface ConvertOptions extends AccountOptions {
  readonly amount?: Money
  readonly reference?: string
}
interface StatementOptions extends AccountOptions {
  readonly month: string
}

const percent = (basisPoints: number): string => (basisPoints / 100).toFixed(2)

async function set(session: Session, options: SetOptions): Promise<void> {
  const { account: accountId, rate: basisPoints } = options
  const actor = actorOf(options)
  const rate = await withHost(session, options, (host) => host.get(Commissions).set({ accountId, basisPoints, actor }))
  const [own, cap] = [percent(rate.basisPoints), percent(rate.capBasisPoints)]
  printResult(session.terminal, options, {
    json: { account_id: accountId, role: rate.role, rate: own, cap },
    text: `The ${rate.role} ${accountId} earns ${own} % of each charge below it, less what the accounts between earn (at most ${cap} %).`,
  })
}

async function show(session: Session, options: AccountOptions): Promise<void> {
  const { account, environment } = options
  const totals = await withHost(session, options, (host) => host.get(Commissions).totals(account, environment))
  const [accrued, pending] = [exactDecimal(totals.accrued), exactDecimal(totals.pending)]
  const convertible = decimal(totals.convertible)
  printResult(session.terminal, options, {
    json: { accrued, pending, convertible },
    text: `Accrued: ${accrued} INR, of which ${pending} INR are pending. Convertible: ${convertible} INR.`,
  })
}

async function convert(session: Session, options: ConvertOptions): Promise<void> {
  const { account: accountId, environment, amount } = options
  const of = { accountId, environment, actor: actorOf(options), ...(amount === undefined ? {} : { amount }) }
  const { reference, ...done } = await withHost(session, options, async (host) => {
    const reference = options.reference ?? host.get(Ids).next()
    const converted = await host.get(Commissions).convert({ ...of, reference })
    return {
      reference,
      ...converted,
      ...(await balanceAfter({ wallet: host.get(Wallet), wallets: host.get(Wallets) }, { accountId, environment })),
    }
  })
  const [moved, balance] = [decimal(done.amount), done.wallet && decimal(done.wallet.balance)]
  const standing = standingText(done)
  printResult(session.terminal, options, {
    json: { converted: done.converted, amount: moved, accrued: exactDecimal(done.accrued), balance, reference },
    text: done.converted
      ? `Moved ${moved} INR into the wallet. ${standing}`
      : `Nothing was moved: the reference ${reference} was used before, for ${moved} INR. ${standing}`,
  })
}

async function statement(session: Session, options: StatementOptions): Promise<void> {
  const { account, environment, month } = options
  const told = await withHost(session, options, (host) => host.get(Commissions).statement(account, environment, month))
  printResult(session.terminal, options, { json: present(told), text: describe(told) })
}

const present = (told: CommissionStatement): object => ({
  account_id: told.accountId,
  environment: told.environment,
  month: told.month,
  opening: exactDecimal(told.opening),
  lines: told.lines.map(({ endpoint, calls, earned, refunds, reversed }) => ({
    ...{ endpoint, calls, refunds, earned: exactDecimal(earned), reversed: exactDecimal(reversed) },
  })),
  earned: exactDecimal(told.earned),
  reversed: exactDecimal(told.reversed),
  converted: exactDecimal(told.converted),
  closing: exactDecimal(told.closing),
})

function describe(told: CommissionStatement): string {
  const rows = told.lines.map(({ endpoint, calls, earned, refunds, reversed }) => [
    ...[endpoint, `${calls}`, exactDecimal(earned), `${refunds}`, exactDecimal(reversed)],
  ])
  const clawedBack = minus(told.reversed, micro(told.lines.reduce((sum, { reversed }) => sum + reversed, 0)))
  // Commission that was clawed back after chargebacks belongs to no endpoint.
  if (clawedBack !== 0) rows.push(['(chargebacks)', '', '', '', exactDecimal(clawedBack)])
  const sums = (['opening', 'earned', 'reversed', 'converted', 'closing'] as const).map((name) => [
    name,
    exactDecimal(told[name]),
  ])
  const title = `Commission of ${told.accountId} in ${told.environment}, ${told.month} (INR)`
  const lines = drawTable(['Endpoint', 'Calls', 'Earned', 'Refunds', 'Reversed'], rows)
  return [title, ...(rows.length === 0 ? [] : [lines]), drawTable(['', 'INR'], sums)].join('\n\n')
}
