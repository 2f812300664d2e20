import { type Account, Accounts, KYC_STATES, type KycState, ROLES, type Role } from '@parakh/core'
import { type Command, Option } from 'commander'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawAccounts, presentAccount } from './account-presentation.ts'
import { addAccountApis } from './accounts-apis.ts'
import { addAccountChanges } from './accounts-changes.ts'

const STATUSES = ['active', 'suspended', 'closed'] as const
const PAGE = 1_000

/** `parakh accounts create | list | rename | move | suspend | resume | close | apis | brand`. */
export function addAccounts(program: Command, session: Session): void {
  const accounts = program.command('accounts').description('accounts: customers and resellers')
  addChange(accounts, 'create', 'create an account; it is granted sandbox credits once')
    .requiredOption('--name <name>', 'its name')
    .addOption(new Option('--role <role>', 'what it may do').choices([...ROLES]).makeOptionMandatory())
    .option('--parent <id>', 'the account above it')
    .action((options: CreateOptions) => create(session, options))
  addCommand(accounts, 'list', 'list the accounts')
    .option('--within <id>', 'this account and all accounts below it')
    .addOption(new Option('--role <role>', 'of this role').choices([...ROLES]))
    .addOption(new Option('--status <status>', 'of this status').choices([...STATUSES]))
    .addOption(new Option('--kyc <state>', 'with this KYC state').choices([...KYC_STATES]))
    .action((options: ListOptions) => list(session, options))
  addAccountChanges(accounts, session)
  addAccountApis(accounts, session)
}

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly role: Role
  readonly parent?: string
}
interface ListOptions extends CommonOptions {
  readonly within?: string
  readonly role?: Role
  readonly status?: Account['status']
  readonly kyc?: KycState
}

async function create(session: Session, options: CreateOptions): Promise<void> {
  const { name, role, parent: parentId = null } = options
  const actor = actorOf(options)
  const account = await withHost(session, options, (host) => host.get(Accounts).create({ name, role, parentId, actor }))
  printResult(session.terminal, options, {
    json: { account_id: account.id },
    text: `Account ${account.id} is created: ${account.name}, ${account.role}.`,
  })
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const accounts = await withHost(session, options, (host) => allOf(host.get(Accounts), options))
  printResult(session.terminal, options, {
    json: { accounts: accounts.map(presentAccount) },
    text: accounts.length === 0 ? 'There are no accounts.' : drawAccounts(accounts),
  })
}

async function allOf(accounts: Accounts, { within, role, status, kyc }: ListOptions): Promise<readonly Account[]> {
  const filters = { ...(role ? { role } : {}), ...(status ? { status } : {}), ...(kyc ? { kyc } : {}) }
  const found: Account[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await accounts.page({ within: within ?? null, ...filters, cursor, limit: PAGE })
    found.push(...page.items)
    if (page.next === null) return found
    cursor = page.next
  }
}
