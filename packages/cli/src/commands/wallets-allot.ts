import { balanceAfter, decimal, type Environment, type Money, OperatorActs, Wallet, Wallets } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { pendingApprovalText } from './pending-approval.ts'
import { standingText } from './wallet-standing.ts'

/** `parakh wallets allot`. */
export function addAllot(wallets: Command, session: Session): void {
  addChange(wallets, 'allot', 'move credit from a parent to a direct child; idempotent per reference')
    .requiredOption('--from <id>', 'the parent')
    .requiredOption('--to <id>', 'its direct child')
    .addOption(environmentOption())
    .addOption(new Option('--amount <rupees>', 'such as 500.00').argParser(parseRupees).makeOptionMandatory())
    .requiredOption('--reference <text>', 'idempotency key of this allotment')
    .action((options: AllotOptions) => allot(session, options))
}

interface AllotOptions extends CommonOptions {
  readonly from: string
  readonly to: string
  readonly environment: Environment
  readonly amount: Money
  readonly reference: string
}

async function allot(session: Session, options: AllotOptions): Promise<void> {
  const { from, to, environment, amount, reference } = options
  const { waiting, moved, parent, child } = await withHost(session, options, async (host) => {
    const allotment = { accountId: to, from, environment, amount, reference, actor: actorOf(options) }
    const done = await host.get(OperatorActs).act({ ...allotment, method: 'allotment' })
    const balanceOf = (id: string) =>
      balanceAfter({ wallet: host.get(Wallet), wallets: host.get(Wallets) }, { accountId: id, environment })
    return { ...done, parent: await balanceOf(from), child: await balanceOf(to) }
  })
  const [left, got] = [parent, child].map(({ wallet }) => wallet && decimal(wallet.balance))
  const standing = parent.isElsewhere
    ? standingText(child)
    : `The parent has ${left ?? ''} INR, the child ${got ?? ''} INR.`
  printResult(session.terminal, options, {
    json: {
      allotted: moved,
      waiting_funding_id: waiting?.id ?? null,
      from: { account_id: from, balance: left },
      to: { account_id: to, balance: got, owed: child.wallet && decimal(child.wallet.owed) },
    },
    text: waiting
      ? pendingApprovalText(waiting)
      : moved
        ? `Allotted ${decimal(amount)} INR. ${standing}`
        : `Nothing was allotted: the reference ${reference} was used before. ${standing}`,
  })
}
