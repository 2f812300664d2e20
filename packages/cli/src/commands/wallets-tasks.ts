import { Clock, type OpenWalletTask, Store, WALLET_TASK_STUCK_MS } from '@parakh/core'
import { presentWalletTask } from '@parakh/server/host'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

const MOST = 1_000
const SHOWN = 100

/** `parakh wallets tasks list | resolve | retry`. */
export function addWalletTasks(wallets: Command, session: Session): void {
  const tasks = wallets.command('tasks').description('steps that the external wallet has still to take')
  addCommand(tasks, 'list', 'list open tasks of the external wallet, the oldest first')
    .option('--stuck', 'only what is open for a day or longer')
    .option('--cursor <text>', 'next of the previous page')
    .addOption(new Option('--limit <count>', 'how many').argParser(parseCount(MOST)).default(SHOWN))
    .action((options: ListOptions) => list(session, options))
  addCommand(tasks, 'retry <key>', 'make a task due at once: a running server tries it').action(
    (key: string, options: CommonOptions) => retry(session, key, options),
  )
  addChange(tasks, 'resolve <key>', 'end a task that was carried out by hand: it is not tried again')
    .requiredOption('--reason <text>', 'what was done; it is kept in the audit log')
    .action((key: string, options: CommonOptions & { reason: string }) => resolve(session, key, options))
}

interface ListOptions extends CommonOptions {
  readonly stuck?: boolean
  readonly cursor?: string
  readonly limit: number
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const { stuck = false, cursor = null, limit } = options
  const { items, next } = await withHost(session, options, async (host) => {
    const at = host.get(Clock).now().getTime()
    const before = stuck ? { before: at - WALLET_TASK_STUCK_MS } : {}
    const page = await host.get(Store).walletTasks.list({ ...before, cursor, limit })
    return { items: page.items.map((task) => presentWalletTask(task, at)), next: page.next }
  })
  const rows = items.map((task) => [
    ...[task.key, task.account_id, task.environment, `${task.amount} INR`, task.since, task.stuck ? 'yes' : ''],
    ...[String(task.attempts), task.next_try, task.last_error ?? ''],
  ])
  const columns = ['Task', 'Account', 'Environment', 'Amount', 'Since', 'Stuck', 'Attempts', 'Next try', 'Last error']
  const more = next === null ? '' : `\nMore: --cursor ${next}`
  printResult(session.terminal, options, {
    json: { tasks: items, next },
    text: items.length === 0 ? 'No task is open.' : `${drawTable(columns, rows)}${more}`,
  })
}

async function retry(session: Session, key: string, options: CommonOptions): Promise<void> {
  const task = await present(session, options, ({ tasks, at }) => tasks.retry(key, at))
  printResult(session.terminal, options, { json: task, text: `The task ${key} is due: a running server tries it.` })
}

async function resolve(session: Session, key: string, options: CommonOptions & { reason: string }): Promise<void> {
  const by = { actor: actorOf(options), reason: options.reason }
  const task = await present(session, options, ({ tasks }) => tasks.resolve(key, by))
  printResult(session.terminal, options, {
    json: task,
    text: `The task ${key} of ${task.amount} INR is resolved. It is not tried again.`,
  })
}

interface Acting {
  readonly tasks: Store['walletTasks']
  readonly at: number
}

const present = (session: Session, options: CommonOptions, act: (acting: Acting) => Promise<OpenWalletTask>) =>
  withHost(session, options, async (host) => {
    const at = host.get(Clock).now().getTime()
    return presentWalletTask(await act({ tasks: host.get(Store).walletTasks, at }), at)
  })
