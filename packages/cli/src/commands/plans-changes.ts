import { decimal, Plans, type Subscription } from '@parakh/core'
import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { presentSubscription } from './plans-presentation.ts'

/** `parakh plans subscribe | change | cancel | renew`. */
export function addPlanChanges(plans: Command, session: Session): void {
  addChange(plans, 'subscribe', 'subscribe an account; its production wallet pays the first month')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--plan <id>', 'such as starter')
    .action((options: PlanOptions) => subscribe(session, options))
  addChange(plans, 'change', 'change the plan: upgrade now, downgrade with the next period')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--plan <id>', 'such as enterprise; the current plan cancels a pending downgrade')
    .action((options: PlanOptions) => change(session, options))
  addChange(plans, 'cancel', 'cancel a subscription at the end of its period')
    .requiredOption('--account <id>', 'the account')
    .action((options: AccountOptions) => cancel(session, options))
  addCommand(plans, 'renew', 'renew due subscriptions now, as the server does every minute').action(
    (options: CommonOptions) => renew(session, options),
  )
}

interface AccountOptions extends CommonOptions {
  readonly account: string
}
interface PlanOptions extends AccountOptions {
  readonly plan: string
}

async function subscribe(session: Session, options: PlanOptions): Promise<void> {
  const request = { accountId: options.account, plan: options.plan, actor: actorOf(options) }
  const made = await withHost(session, options, (host) => host.get(Plans).subscribe(request))
  const { plan, until, paid } = made
  printSubscription(session, options, {
    subscription: made,
    text: `The account ${options.account} has the plan ${plan.name}. ${decimal(paid)} INR paid until ${until.toISOString()}.`,
  })
}

async function change(session: Session, options: PlanOptions): Promise<void> {
  const request = { accountId: options.account, plan: options.plan, actor: actorOf(options) }
  const changed = await withHost(session, options, (host) => host.get(Plans).change(request))
  printSubscription(session, options, { subscription: changed, text: describeChange(changed) })
}

async function cancel(session: Session, options: AccountOptions): Promise<void> {
  const request = { accountId: options.account, actor: actorOf(options) }
  const cancelled = await withHost(session, options, (host) => host.get(Plans).cancel(request))
  printSubscription(session, options, { subscription: cancelled, text: describeChange(cancelled) })
}

function describeChange({ plan, state, nextPlan, until, paid }: Subscription): string {
  if (state === 'ended') return `The plan ${plan.name} has ended.`
  const now = `The plan is ${plan.name}. ${decimal(paid)} INR paid until ${until.toISOString()}.`
  return nextPlan === null ? now : `${now} From ${until.toISOString()} on it is ${nextPlan}.`
}

function printSubscription(
  session: Session,
  options: CommonOptions,
  { subscription, text }: { readonly subscription: Subscription; readonly text: string },
): void {
  printResult(session.terminal, options, { json: presentSubscription(subscription), text })
}

async function renew(session: Session, options: CommonOptions): Promise<void> {
  const { renewed, grace, ended } = await withHost(session, options, (host) => host.get(Plans).renewDue())
  printResult(session.terminal, options, {
    json: { renewed, grace, ended },
    text: `${renewed} renewed, ${grace} in grace, ${ended} ended.`,
  })
}
