import {
  decimal,
  type ListedPrice,
  type Price,
  type PriceSlot,
  Prices,
  parseSoldItem,
  ROLES,
  type Role,
  soldItemText,
} from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { parseMoment } from '../arguments/moment.ts'
import { parsePrice } from '../arguments/price.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

const MOST_CALLS = 1_000_000_000

/** `parakh prices set | unset | list`. */
export function addPrices(program: Command, session: Session): void {
  const prices = program.command('prices').description('price lists: by endpoint, role, monthly volume and account')
  addSlot(
    addChange(
      prices,
      'set <endpoint>',
      'set a price of an endpoint, or of a tier (id#tier), from a time on; calls in flight keep theirs',
    ),
  )
    .addOption(new Option('--price <rupees>', 'such as 5.50').argParser(parsePrice).makeOptionMandatory())
    .action((item: string, options: SetOptions) => set(session, item, options))
  addSlot(addChange(prices, 'unset <endpoint>', 'remove a price: the next one in precedence applies')).action(
    (item: string, options: SlotOptions) => unset(session, item, options),
  )
  addCommand(
    prices,
    'list [endpoint]',
    'list the prices that operators and super admins have set, in force and planned',
  )
    .option('--past', 'include entries that a later one replaced')
    .action((item: string | undefined, options: ListOptions) => list(session, item, options))
}

const addSlot = (command: Command): Command =>
  command
    .addOption(new Option('--role <role>', 'only accounts of this role').choices([...ROLES]))
    .addOption(
      new Option(
        '--from-calls <count>',
        'volume tier: from this many charged calls per month on (default: 0)',
      ).argParser(parseCount(MOST_CALLS, 0)),
    )
    .option('--account <id>', 'only this account; takes precedence over every list')
    .addOption(
      new Option('--valid-from <time>', 'a day in India or a time with its zone (default: now)').argParser(parseMoment),
    )

interface SlotOptions extends CommonOptions {
  readonly role?: Role
  readonly fromCalls?: number
  readonly account?: string
  readonly validFrom?: Date
}
interface SetOptions extends SlotOptions {
  readonly price: Price
}
interface ListOptions extends CommonOptions {
  readonly past?: boolean
}

const slotOf = (item: string, options: SlotOptions) => ({
  ...parseSoldItem(item),
  accountId: options.account ?? null,
  role: options.role ?? null,
  fromCalls: options.fromCalls ?? 0,
  ...(options.validFrom ? { validFrom: options.validFrom } : {}),
  actor: actorOf(options),
})

async function set(session: Session, item: string, options: SetOptions): Promise<void> {
  const entry = await withHost(session, options, (host) =>
    host.get(Prices).set({ ...slotOf(item, options), price: options.price }),
  )
  const from = entry.validFrom.toISOString()
  printResult(session.terminal, options, {
    json: { price_id: entry.id, price: decimal(options.price), valid_from: from },
    text: `${item} costs ${decimal(options.price)} INR for ${whom(entry)} from ${from} on (price-${entry.id}).`,
  })
}

async function unset(session: Session, item: string, options: SlotOptions): Promise<void> {
  const entry = await withHost(session, options, (host) => host.get(Prices).unset(slotOf(item, options)))
  const from = entry.validFrom.toISOString()
  printResult(session.terminal, options, {
    json: { price_id: entry.id, price: null, valid_from: from },
    text: `${item} has no price entry for ${whom(entry)} from ${from} on.`,
  })
}

async function list(session: Session, item: string | undefined, options: ListOptions): Promise<void> {
  const query = { ...(item === undefined ? {} : parseSoldItem(item)), past: options.past === true }
  const listed = await withHost(session, options, (host) => host.get(Prices).list(query))
  printResult(session.terminal, options, {
    json: { prices: listed.map(present) },
    text:
      listed.length === 0
        ? 'The price list is empty: the prices of the configuration and the plugins apply.'
        : draw(listed),
  })
}

const whom = ({ accountId, role, fromCalls }: PriceSlot): string => {
  const who = accountId === null ? (role ?? 'everybody') : `the account ${accountId}`
  return fromCalls === 0 ? who : `${who} from ${fromCalls} calls a month`
}

const present = (entry: ListedPrice) => ({
  price_id: entry.id,
  endpoint: entry.endpoint,
  tier: entry.tier,
  owner_account_id: entry.ownerAccountId,
  account_id: entry.accountId,
  role: entry.role,
  from_calls: entry.fromCalls,
  price: entry.price === null ? null : decimal(entry.price),
  valid_from: entry.validFrom.toISOString(),
  status: entry.status,
  set_by: entry.actor,
})

const draw = (listed: readonly ListedPrice[]): string =>
  drawTable(
    ['Endpoint', 'For', 'Owner', 'INR', 'Valid from', 'Status', 'Set by'],
    listed.map((entry) => {
      const price = entry.price === null ? 'none' : decimal(entry.price)
      const { ownerAccountId, status, actor } = entry
      return [
        soldItemText(entry),
        whom(entry),
        ownerAccountId ?? '',
        price,
        entry.validFrom.toISOString(),
        status,
        actor,
      ]
    }),
  )
