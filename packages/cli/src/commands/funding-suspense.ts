import { decimal, type Environment } from '@parakh/core'
import { Funding } from '@parakh/server/host'
import type { Command } from 'commander'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { presentSuspense } from './funding-presentation.ts'

/** `parakh funding suspense assign | close | list`. */
export function addSuspense(funding: Command, session: Session): void {
  const suspense = funding.command('suspense').description('gateway payments that match no order')
  addCommand(suspense, 'list', 'list payments that match no order, newest first')
    .option('--all', 'include resolved ones')
    .action((options: ListOptions) => list(session, options))
  addChange(suspense, 'assign <suspense>', 'assign a payment to an account; it is credited after approval')
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .action((id: string, options: AssignOptions) => assign(session, id, options))
  addChange(suspense, 'close <suspense>', 'close a payment that was resolved elsewhere')
    .requiredOption('--reason <text>', 'how it was resolved')
    .action(async (id: string, options: CommonOptions & { reason: string }) => {
      const act = { id, reason: options.reason, actor: actorOf(options) }
      const closed = await withHost(session, options, (host) => host.get(Funding).closeSuspense(act))
      printResult(session.terminal, options, { json: presentSuspense(closed), text: `The item ${id} is closed.` })
    })
}

interface ListOptions extends CommonOptions {
  readonly all?: boolean
}
interface AssignOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const items = await withHost(session, options, (host) =>
    host.get(Funding).suspense(options.all === true ? null : 'open'),
  )
  const rows = items.map((item) => [
    ...[item.id, item.gateway, item.paymentId, `${decimal(item.amount)} ${item.currency}`, item.reason, item.state],
  ])
  printResult(session.terminal, options, {
    json: { suspense: items.map(presentSuspense) },
    text:
      items.length === 0
        ? 'Nothing is in suspense.'
        : drawTable(['Item', 'Gateway', 'Payment', 'Amount', 'Why', 'State'], rows),
  })
}

async function assign(session: Session, id: string, options: AssignOptions): Promise<void> {
  const { account: accountId, environment } = options
  const funding = await withHost(session, options, (host) =>
    host.get(Funding).assignSuspense({ id, accountId, environment, actor: actorOf(options) }),
  )
  printResult(session.terminal, options, {
    json: { funding_id: funding.id, state: funding.state },
    text: `Assigned as funding ${funding.id} of ${decimal(funding.amount)} INR. Next: parakh funding approve ${funding.id}`,
  })
}
