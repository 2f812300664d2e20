import { type Account, Accounts } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { requireEndpoints } from '../host/require-endpoints.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface GrantOptions extends CommonOptions {
  readonly all?: boolean
}

/** `parakh accounts apis grant | revoke | list ACCOUNT` (decisions.md section 1). */
export function addAccountApis(accounts: Command, session: Session): void {
  const apis = accounts
    .command('apis')
    .description('the endpoints that an account may call; all, until the first is revoked')
  addChange(apis, 'grant <account> [endpoints...]', 'permit an account to call these endpoints, from the next call on')
    .option('--all', 'every endpoint, also those added later')
    .action((id: string, endpoints: readonly string[], options: GrantOptions) =>
      grant(session, options, { id, endpoints }),
    )
  addChange(
    apis,
    'revoke <account> <endpoints...>',
    'refuse these endpoints to an account, from the next call on',
  ).action((id: string, endpoints: readonly string[], options: CommonOptions) =>
    revoke(session, options, { id, endpoints }),
  )
  addCommand(apis, 'list <account>', 'list the endpoints that an account may call').action(
    (id: string, options: CommonOptions) => list(session, options, id),
  )
}

interface Named {
  readonly id: string
  readonly endpoints: readonly string[]
}

async function grant(session: Session, options: GrantOptions, { id, endpoints }: Named): Promise<void> {
  if ((options.all === true) === endpoints.length > 0)
    throw cliErrors.error('WRONG_USAGE', { detail: 'Allowed: one or more endpoints, or --all' })
  await print(session, options, (host) => {
    requireSold(host, endpoints)
    return host.get(Accounts).grantApis(id, options.all === true ? 'all' : endpoints, actorOf(options))
  })
}

async function revoke(session: Session, options: CommonOptions, { id, endpoints }: Named): Promise<void> {
  await print(session, options, (host) => {
    requireSold(host, endpoints)
    return host.get(Accounts).revokeApis(id, { endpoints, offered: soldBy(host) }, actorOf(options))
  })
}

async function list(session: Session, options: CommonOptions, id: string): Promise<void> {
  await print(session, options, async (host) => {
    const account = await host.get(Accounts).get(id)
    if (!account) throw cliErrors.error('ACCOUNT_NOT_FOUND', { id })
    return account
  })
}

async function print(session: Session, options: CommonOptions, work: (host: Host) => Promise<Account>): Promise<void> {
  const { account, sold } = await withHost(session, options, async (host) => ({
    account: await work(host),
    sold: soldBy(host),
  }))
  const all = account.apis === null
  const endpoints = account.apis ?? sold
  const whose = `Account ${account.id} (${account.name})`
  printResult(session.terminal, options, {
    json: { account_id: account.id, all, endpoints },
    text: all ? `${whose} may call every endpoint.` : [`${whose} may call:`, ...endpoints].join('\n  '),
  })
}

/** The paid endpoints, sorted: everybody may call the free ones. */
const soldBy = (host: Host): readonly string[] =>
  host.endpoints
    .filter(({ endpoint }) => endpoint.replay !== false)
    .map(({ endpoint }) => endpoint.id)
    .sort()

/** @throws `ENDPOINT_UNKNOWN`, `WRONG_USAGE` */
function requireSold(host: Host, endpoints: readonly string[]): void {
  requireEndpoints(host, endpoints)
  const free = endpoints.filter((id) => !soldBy(host).includes(id))
  if (free.length > 0)
    throw cliErrors.error('WRONG_USAGE', {
      detail: `Every account may call ${free.join(', ')}: these endpoints are free`,
    })
}
