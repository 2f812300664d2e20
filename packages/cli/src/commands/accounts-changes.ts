import { type Account, Accounts } from '@parakh/core'
import { type Command, Option } from 'commander'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { presentAccount } from './account-presentation.ts'

const NO_PARENT = 'none'

interface RenameOptions extends CommonOptions {
  readonly name: string
}
interface MoveOptions extends CommonOptions {
  readonly parent: string
}
interface StatusVerb {
  readonly verb: string
  readonly status: Account['status']
  readonly summary: string
}

const STATUS_VERBS: readonly StatusVerb[] = [
  { verb: 'suspend', status: 'suspended', summary: 'suspend an account, from the next call on' },
  { verb: 'resume', status: 'active', summary: 'activate a suspended account' },
  { verb: 'close', status: 'closed', summary: 'close an account permanently, and revoke its keys' },
]

/** `parakh accounts rename | move | suspend | resume | close ACCOUNT`. */
export function addAccountChanges(accounts: Command, session: Session): void {
  addChange(accounts, 'rename <account>', 'rename an account')
    .requiredOption('--name <name>', 'its name from now on')
    .action((id: string, options: RenameOptions) =>
      change(session, options, async (held) => {
        const account = await held.rename(id, options.name, actorOf(options))
        return { account, text: `Account ${account.id} is renamed to ${account.name}.` }
      }),
    )
  addChange(accounts, 'move <account>', 'move an account, with all below it, under another parent')
    .addOption(new Option('--parent <id>', `the account above it; "${NO_PARENT}": none`).makeOptionMandatory())
    .action((id: string, options: MoveOptions) =>
      change(session, options, async (held) => {
        const parent = options.parent === NO_PARENT ? null : options.parent
        const account = await held.move(id, parent, actorOf(options))
        const place = account.parentId === null ? 'without a parent' : `below ${account.parentId}`
        return { account, text: `Account ${account.id} (${account.name}) is now ${place}.` }
      }),
    )
  for (const { verb, status, summary } of STATUS_VERBS)
    addChange(accounts, `${verb} <account>`, summary).action((id: string, options: CommonOptions) =>
      change(session, options, async (held) => {
        const account = await held.setStatus(id, status, actorOf(options))
        return { account, text: `Account ${account.id} (${account.name}) is ${account.status}.` }
      }),
    )
}

async function change(
  session: Session,
  options: CommonOptions,
  work: (accounts: Accounts) => Promise<{ readonly account: Account; readonly text: string }>,
): Promise<void> {
  const { account, text } = await withHost(session, options, (host) => work(host.get(Accounts)))
  printResult(session.terminal, options, { json: presentAccount(account), text })
}
