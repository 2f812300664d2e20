import { decimal, type Environment, type Money, Thresholds, type WalletThreshold } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { parseCount } from '../arguments/count.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

const MOST_PERCENT = 99

/** `parakh wallets threshold`. */
export function addThreshold(wallets: Command, session: Session): void {
  addChange(
    wallets,
    'threshold',
    'set the balance below which wallet.low_balance is emitted; without an option: show it',
  )
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(
      new Option('--percent <percent>', `of the balance after the last credit, 1 to ${MOST_PERCENT}`).argParser(
        parseCount(MOST_PERCENT),
      ),
    )
    .addOption(new Option('--amount <rupees>', 'such as 100.00').argParser(parseRupees))
    .addOption(new Option('--off', 'remove the threshold').conflicts(['percent', 'amount']))
    .action((options: ThresholdOptions) => threshold(session, options))
}

interface ThresholdOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly percent?: number
  readonly amount?: Money
  readonly off?: boolean
}

async function threshold(session: Session, options: ThresholdOptions): Promise<void> {
  const { account: accountId, environment } = options
  const change = changeOf(options)
  const { percent, amount } = await withHost(session, options, (host) =>
    change
      ? host.get(Thresholds).set({ accountId, environment, ...change, actor: actorOf(options) })
      : host.get(Thresholds).get(accountId, environment),
  )
  const set = [...(percent === null ? [] : [`${percent} %`]), ...(amount === null ? [] : [`${decimal(amount)} INR`])]
  printResult(session.terminal, options, {
    json: { percent, amount: amount && decimal(amount) },
    text:
      set.length === 0 ? 'No threshold is set.' : `wallet.low_balance is emitted below ${set.join(', and below ')}.`,
  })
}

/** The thresholds to change; options that are not given stay unchanged. Null: nothing to change. */
function changeOf({ percent, amount, off }: ThresholdOptions): Partial<WalletThreshold> | null {
  if (off === true) return { percent: null, amount: null }
  if (percent === undefined && amount === undefined) return null
  return { ...(percent === undefined ? {} : { percent }), ...(amount === undefined ? {} : { amount }) }
}
