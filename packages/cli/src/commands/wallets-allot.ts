import { Allotments, decimal, type Environment, type Money } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import type { Session } from '../session.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'

/** `parakh wallets allot`. */
export function addAllot(wallets: Command, session: Session): void {
  addChange(wallets, 'allot', 'move credit from a parent to a direct child, once a reference')
    .requiredOption('--from <id>', 'the parent')
    .requiredOption('--to <id>', 'its direct child')
    .addOption(environmentOption())
    .addOption(new Option('--amount <rupees>', 'such as 500.00').argParser(parseRupees).makeOptionMandatory())
    .requiredOption('--reference <text>', 'names this allotment; the same again moves nothing')
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
  const result = await withHost(session, options, (host) =>
    host.get(Allotments).allot({ from, to, environment, amount, reference, actor: actorOf(options) }),
  )
  const [left, got] = [decimal(result.from.balance), decimal(result.to.balance)]
  const standing = `The parent has ${left} INR, the child ${got} INR.`
  printResult(session.terminal, options, {
    json: {
      allotted: result.allotted,
      from: { account_id: from, balance: left },
      to: { account_id: to, balance: got, owed: decimal(result.to.owed) },
    },
    text: result.allotted
      ? `Allotted ${decimal(amount)} INR. ${standing}`
      : `Nothing was allotted: the reference ${reference} was used before. ${standing}`,
  })
}
