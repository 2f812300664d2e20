import { type AdminToken, AdminTokens } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { Command } from 'commander'
import { parseExpiry } from '../arguments/expiry.ts'
import { parseList } from '../arguments/lists.ts'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh admin tokens create | list | revoke | scopes`. */
export function addAdmin(program: Command, session: Session): void {
  const admin = program.command('admin').description('the admin API, /admin/v1')
  const tokens = admin.command('tokens').description('its credentials; API keys are not accepted there')
  addChange(tokens, 'create', 'issue a credential; it is shown once')
    .requiredOption('--name <name>', 'unique, also after revocation: the audit log names the actor by it')
    .option(
      '--account <id>',
      'restrict it to this account and all below it (default: an operator, who sees all accounts)',
    )
    .option('--scopes <scopes>', 'its permissions, separated by commas; "admin tokens scopes" lists them', parseList)
    .option('--expires <time>', 'a day, to its end in India, or a time with its zone (default: never)', parseExpiry)
    .action((options: CreateOptions) => create(session, options))
  addCommand(tokens, 'list', 'list the credentials, without secrets').action((options: CommonOptions) =>
    list(session, options),
  )
  addChange(tokens, 'revoke <credential>', 'revoke a credential, from the next request on').action(
    (id: string, options: CommonOptions) => revoke(session, id, options),
  )
  addCommand(tokens, 'scopes', 'list the scopes of credentials').action((options: CommonOptions) =>
    listScopes(session, options),
  )
}

async function listScopes(session: Session, options: CommonOptions): Promise<void> {
  const scopes = await withHost(session, options, async (host) =>
    host.scopes.map(({ id, for: whom, summary }) => ({ scope: id, for: whom, summary })),
  )
  printResult(session.terminal, options, {
    json: { scopes },
    text: drawTable(
      ['Scope', 'For', 'Permits'],
      scopes.map(({ scope, for: whom, summary }) => [scope, whom, summary]),
    ),
  })
}

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly account?: string
  readonly scopes?: readonly string[]
  readonly expires?: Date
}

/** @throws `WRONG_USAGE` for a scope that no operation of the host has. */
function requireScopes(host: Host, scopes: readonly string[]): void {
  const allowed: readonly string[] = ['*', ...host.scopes.map(({ id }) => id)]
  const unknown = scopes.find((scope) => !allowed.includes(scope))
  if (unknown === undefined) return
  throw cliErrors.error('WRONG_USAGE', { detail: `"${unknown}" is no scope. Allowed: ${allowed.join(', ')}` })
}

async function create(session: Session, options: CreateOptions): Promise<void> {
  const { name, account = null, scopes = ['*'], expires = null } = options
  const { token, secret } = await withHost(session, options, (host) => {
    requireScopes(host, scopes)
    const given = { name, accountId: account, scopes, expiresAt: expires, actor: actorOf(options) }
    return host.get(AdminTokens).create(given)
  })
  const whom = token.accountId === null ? 'an operator' : `account ${token.accountId} and all below it`
  printResult(session.terminal, options, {
    json: { ...present(token), token: secret },
    text: [
      `Credential ${token.id} (${token.name}) is issued for ${whom}.`,
      `  token   ${secret}`,
      `  scopes  ${token.scopes.join(', ')}`,
      'The token is not shown again. Send it as Authorization: Bearer.',
    ].join('\n'),
  })
}

async function list(session: Session, options: CommonOptions): Promise<void> {
  const tokens = await withHost(session, options, (host) => host.get(AdminTokens).list())
  printResult(session.terminal, options, {
    json: { tokens: tokens.map(present) },
    text:
      tokens.length === 0
        ? 'There are no credentials.'
        : drawTable(
            ['Credential', 'Name', 'Account', 'Scopes', 'Status', 'Expires'],
            tokens.map((token) => [
              ...[token.id, token.name, token.accountId ?? 'all', token.scopes.join('\n'), token.status],
              token.expiresAt?.toISOString() ?? 'never',
            ]),
          ),
  })
}

async function revoke(session: Session, id: string, options: CommonOptions): Promise<void> {
  const token = await withHost(session, options, (host) => host.get(AdminTokens).revoke(id, actorOf(options)))
  printResult(session.terminal, options, {
    json: { ok: true },
    text: `Credential ${token.id} (${token.name}) is revoked.`,
  })
}

/** A credential as `--json` lists it: never with its secret. */
const present = (token: AdminToken): object => ({
  token_id: token.id,
  name: token.name,
  account_id: token.accountId,
  scopes: token.scopes,
  status: token.status,
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt?.toISOString() ?? null,
  revoked_at: token.revokedAt?.toISOString() ?? null,
})
