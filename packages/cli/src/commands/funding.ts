import { decimal } from '@parakh/core'
import { FUNDING_STATES, Funding, type FundingRecord, type FundingState } from '@parakh/server/host'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { addFundingOrders } from './funding-orders.ts'
import { describeFunding, drawFundings, presentFunding } from './funding-presentation.ts'
import { addSuspense } from './funding-suspense.ts'

const MOST_LISTED = 1_000
const USUALLY_LISTED = 50
const NO_REASON = 'Not found on the statement of the bank'

/** `parakh funding approve | chargeback | confirm | gateway | list | reject | release | show | suspense | upi-qr | utr`. */
export function addFunding(program: Command, session: Session): void {
  const funding = program.command('funding').description('money into wallets: transfers, UPI QR, payment gateways')
  addFundingOrders(funding, session)
  addDecisions(funding, session)
  addSuspense(funding, session)
  addCommand(funding, 'list', 'list fundings, newest first')
    .option('--account <id>', 'only of this account')
    .addOption(new Option('--state <state>', 'only in this state').choices([...FUNDING_STATES]))
    .addOption(
      new Option('--limit <rows>', `1 to ${MOST_LISTED}`).argParser(parseCount(MOST_LISTED)).default(USUALLY_LISTED),
    )
    .option('--cursor <cursor>', 'next_cursor of the previous page')
    .action((options: ListOptions) => list(session, options))
  addCommand(funding, 'show <funding>', 'show a funding').action(async (id: string, options: CommonOptions) => {
    const found = await withHost(session, options, (host) => host.get(Funding).get(id))
    printResult(session.terminal, options, { json: presentFunding(found), text: describeFunding(found) })
  })
}

function addDecisions(funding: Command, session: Session): void {
  const act = (id: string, options: CommonOptions) => ({ id, actor: actorOf(options) })
  const told = async (options: CommonOptions, work: (service: Funding) => Promise<FundingRecord>): Promise<void> => {
    const changed = await withHost(session, options, (host) => work(host.get(Funding)))
    printResult(session.terminal, options, { json: presentFunding(changed), text: sentenceOf(changed) })
  }
  addChange(funding, 'approve <funding>', 'approve a funding; above the limit two operators must').action(
    (id: string, options: CommonOptions) => told(options, (service) => service.approve(act(id, options))),
  )
  addChange(funding, 'reject <funding>', 'reject a funding; its UTR may be submitted again')
    .option('--reason <text>', 'why', NO_REASON)
    .action((id: string, options: ReasonOptions) =>
      told(options, (service) => service.reject({ ...act(id, options), reason: options.reason })),
    )
  addChange(funding, 'chargeback <funding>', 'reverse a credited funding and suspend the account')
    .requiredOption('--reason <text>', 'why; it is kept in the ledger')
    .action((id: string, options: ReasonOptions) =>
      told(options, (service) => service.chargeback({ ...act(id, options), reason: options.reason })),
    )
  addChange(funding, 'release <funding>', 'reopen an account after a dispute or a chargeback').action(
    (id: string, options: CommonOptions) => told(options, (service) => service.release(act(id, options))),
  )
}

interface ReasonOptions extends CommonOptions {
  readonly reason: string
}
interface ListOptions extends CommonOptions {
  readonly account?: string
  readonly state?: FundingState
  readonly limit: number
  readonly cursor?: string
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const { account, state, limit, cursor = null } = options
  const { items, next } = await withHost(session, options, (host) =>
    host.get(Funding).list({
      ...{ accountIds: account === undefined ? null : [account], limit, cursor },
      ...(state === undefined ? {} : { state }),
    }),
  )
  const more = next === null ? '' : `\nMore: --cursor ${next}`
  printResult(session.terminal, options, {
    json: { funding: items.map(presentFunding), next },
    text: items.length === 0 ? 'No fundings found.' : `${drawFundings(items)}${more}`,
  })
}

function sentenceOf({ id, state, amount, approvals, suspendedAccount, reason }: FundingRecord): string {
  const inr = `${decimal(amount)} INR`
  switch (state) {
    case 'credited':
      return `The funding ${id} of ${inr} is credited.`
    case 'approved':
      return `${approvals[0]?.actor ?? ''} approved the funding ${id} of ${inr}. Another operator must approve it too.`
    case 'rejected':
      return `The funding ${id} of ${inr} is rejected: ${reason ?? ''}. Its UTR may be submitted again.`
    case 'charged_back':
      return suspendedAccount
        ? `${inr} of the funding ${id} are taken out again, and the account is suspended: parakh funding release ${id}`
        : `${inr} of the funding ${id} were taken out again. The account is not suspended because of it.`
    default:
      return `The funding ${id} of ${inr} is ${state}.`
  }
}
