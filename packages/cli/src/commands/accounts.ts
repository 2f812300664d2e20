import { type Account, Accounts, ROLES, type Role } from '@parakh/core'
import { type Command, Option } from 'commander'
import { withHost } from '../host/open-host.ts'
import type { Session } from '../session.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh accounts create | list`. */
export function addAccounts(program: Command, session: Session): void {
  const accounts = program.command('accounts').description('who pays and who is paid')
  addCommand(accounts, 'create', 'open an account; it gets its sandbox credits once')
    .requiredOption('--name <name>', 'its name')
    .addOption(new Option('--role <role>', 'what it may do').choices([...ROLES]).makeOptionMandatory())
    .option('--parent <id>', 'the account above it')
    .action((options: CreateOptions) => create(session, options))
  addCommand(accounts, 'list', 'list the accounts').action((options: CommonOptions) => list(session, options))
}

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly role: Role
  readonly parent?: string
}

async function create(session: Session, options: CreateOptions): Promise<void> {
  const account = await withHost(session, options, (host) =>
    host.get(Accounts).create({ name: options.name, role: options.role, parentId: options.parent ?? null }),
  )
  printResult(session.terminal, options, {
    json: { account_id: account.id },
    text: `Account ${account.id} is open: ${account.name}, ${account.role}.`,
  })
}

async function list(session: Session, options: CommonOptions): Promise<void> {
  const accounts = await withHost(session, options, (host) => host.get(Accounts).list())
  printResult(session.terminal, options, {
    json: { accounts: accounts.map(present) },
    text: accounts.length === 0 ? 'There are no accounts.' : drawAccounts(accounts),
  })
}

const present = (account: Account): object => ({
  account_id: account.id,
  name: account.name,
  role: account.role,
  parent_id: account.parentId,
  status: account.status,
  kyc: account.kyc,
  created_at: account.createdAt.toISOString(),
})

const drawAccounts = (accounts: readonly Account[]): string =>
  drawTable(
    ['Account', 'Name', 'Role', 'Parent', 'Status', 'KYC'],
    accounts.map((account) => [
      account.id,
      account.name,
      account.role,
      account.parentId ?? '',
      account.status,
      account.kyc,
    ]),
  )
