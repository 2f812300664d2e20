import { Plans, SUBSCRIPTION_STATES, type SubscriptionState } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { addPlanChanges } from './plans-changes.ts'
import {
  drawPlanStatus,
  drawPlans,
  drawSubscriptions,
  presentPlan,
  presentPlanStatus,
  presentSubscription,
} from './plans-presentation.ts'

/** `parakh plans list | subscriptions | show | subscribe | change | cancel | renew | availability`. */
export function addPlans(program: Command, session: Session): void {
  const plans = program.command('plans').description('plans and subscriptions')
  addCommand(plans, 'list', 'list the plans of this host').action((options: CommonOptions) => list(session, options))
  addCommand(plans, 'show', 'show the plan of an account, and what is left of its pool')
    .requiredOption('--account <id>', 'the account')
    .action((options: CommonOptions & { account: string }) => show(session, options))
  addCommand(plans, 'subscriptions', 'list subscriptions, the newest first')
    .option('--account <id>', 'only of this account')
    .addOption(new Option('--state <state>', 'only in this state').choices([...SUBSCRIPTION_STATES]))
    .option('--cursor <text>', 'next_cursor of the previous page')
    .addOption(new Option('--limit <count>', 'page size').argParser(parseCount(1_000)).default(100))
    .action((options: SubscriptionOptions) => subscriptions(session, options))
  addPlanChanges(plans, session)
  addCommand(plans, 'availability', 'show the availability of production in a month')
    .requiredOption('--month <month>', 'a month in India, such as 2026-11')
    .option('--account <id>', 'only calls of this account')
    .action((options: AvailabilityOptions) => availability(session, options))
}

interface SubscriptionOptions extends CommonOptions {
  readonly account?: string
  readonly state?: SubscriptionState
  readonly cursor?: string
  readonly limit: number
}
interface AvailabilityOptions extends CommonOptions {
  readonly month: string
  readonly account?: string
}

async function list(session: Session, options: CommonOptions): Promise<void> {
  const { offered, gated } = await withHost(session, options, (host) => host.get(Plans))
  const enforced = gated ? 'Features are enforced.' : 'Features are not enforced: the configuration has no plans.'
  printResult(session.terminal, options, {
    json: { plans: offered.map(presentPlan), features_enforced: gated },
    text: `${drawPlans(offered)}\n\n${enforced}`,
  })
}

async function show(session: Session, options: CommonOptions & { account: string }): Promise<void> {
  const status = await withHost(session, options, (host) => host.get(Plans).show(options.account))
  printResult(session.terminal, options, {
    json: { account_id: options.account, ...presentPlanStatus(status) },
    text: drawPlanStatus(status),
  })
}

async function subscriptions(session: Session, options: SubscriptionOptions): Promise<void> {
  const { account, state, cursor = null, limit } = options
  const accountIds = account === undefined ? null : [account]
  const page = await withHost(session, options, (host) =>
    host.get(Plans).list({ accountIds, cursor, limit, ...(state === undefined ? {} : { state }) }),
  )
  const more = page.next === null ? '' : `\n\nThere are more: --cursor ${page.next}`
  printResult(session.terminal, options, {
    json: { subscriptions: page.items.map(presentSubscription), next_cursor: page.next },
    text: page.items.length === 0 ? 'There are no subscriptions.' : `${drawSubscriptions(page.items)}${more}`,
  })
}

async function availability(session: Session, options: AvailabilityOptions): Promise<void> {
  const { month, answered, failed, basisPoints } = await withHost(session, options, (host) =>
    host.get(Plans).availability(options.month, options.account),
  )
  const percent = basisPoints === null ? null : (basisPoints / 100).toFixed(2)
  printResult(session.terminal, options, {
    json: { month, answered, failed, availability_percent: percent },
    text:
      percent === null
        ? `There were no production calls in ${month}.`
        : `${percent} % in ${month}: ${answered} production calls answered, ${failed} failed.`,
  })
}
