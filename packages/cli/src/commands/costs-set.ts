import { Costs, decimal, type ListedCost, type Price } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseMoment } from '../arguments/moment.ts'
import { parsePrice } from '../arguments/price.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh costs set | list`. */
export function addCostChanges(costs: Command, session: Session): void {
  addChange(
    costs,
    'set <plugin> <operation>',
    'set the cost of an operation from a time on; booked attempts keep theirs',
  )
    .addOption(new Option('--cost <rupees>', 'such as 1.20').argParser(parsePrice).makeOptionMandatory())
    .addOption(
      new Option('--valid-from <time>', 'a day in India or a time with its zone (default: now)').argParser(parseMoment),
    )
    .action((plugin: string, operation: string, options: SetOptions) => set(session, { plugin, operation }, options))
  addCommand(costs, 'list', 'list costs of operations, in force and planned')
    .option('--past', 'include entries that a later one replaced')
    .action((options: ListOptions) => list(session, options))
}

interface SetOptions extends CommonOptions {
  readonly cost: Price
  readonly validFrom?: Date
}
interface ListOptions extends CommonOptions {
  readonly past?: boolean
}

async function set(
  session: Session,
  { plugin, operation }: Pick<ListedCost, 'plugin' | 'operation'>,
  options: SetOptions,
): Promise<void> {
  const { cost, validFrom } = options
  const given = { plugin, operation, cost, actor: actorOf(options), ...(validFrom ? { validFrom } : {}) }
  const entry = await withHost(session, options, (host) => host.get(Costs).set(given))
  const from = entry.validFrom.toISOString()
  printResult(session.terminal, options, {
    json: { cost_id: entry.id, plugin, operation, cost: decimal(cost), valid_from: from },
    text: `${operation} of ${plugin} costs ${decimal(cost)} INR from ${from} on.`,
  })
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const listed = await withHost(session, options, (host) => host.get(Costs).list({ past: options.past === true }))
  printResult(session.terminal, options, {
    json: { costs: listed.map(present) },
    text: listed.length === 0 ? 'No cost is set, so no cost is booked.' : draw(listed),
  })
}

const present = ({ plugin, operation, cost, set: one, status }: ListedCost) => ({
  ...{ cost_id: one?.id ?? null, plugin, operation, cost: decimal(cost) },
  ...{ valid_from: one?.validFrom.toISOString() ?? null, status, set_by: one?.actor ?? null },
})

const draw = (listed: readonly ListedCost[]): string =>
  drawTable(
    ['Plugin', 'Operation', 'INR', 'Valid from', 'Status', 'Set by'],
    listed.map(({ plugin, operation, cost, set: one, status }) => [
      ...[plugin, operation, decimal(cost), one?.validFrom.toISOString() ?? 'always', status],
      one?.actor ?? 'the configuration',
    ]),
  )
