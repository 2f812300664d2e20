import { ADMIN_SCOPES, type AdminScope, type AdminToken, AdminTokens, isAdminScope } from '@parakh/core'
import { type Command, InvalidArgumentError } from 'commander'
import { parseExpiry } from '../arguments/expiry.ts'
import { parseList } from '../arguments/lists.ts'
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
    .option('--scopes <scopes>', 'its permissions, separated by commas; "admin tokens scopes" lists them', parseScopes)
    .option('--expires <time>', 'a day, to its end in India, or a time with its zone (default: never)', parseExpiry)
    .action((options: CreateOptions) => create(session, options))
  addCommand(tokens, 'list', 'list the credentials, without secrets').action((options: CommonOptions) =>
    list(session, options),
  )
  addChange(tokens, 'revoke <credential>', 'revoke a credential, from the next request on').action(
    (id: string, options: CommonOptions) => revoke(session, id, options),
  )
  addCommand(tokens, 'scopes', 'list the scopes of credentials').action((options: CommonOptions) =>
    printResult(session.terminal, options, {
      json: { scopes: SCOPES },
      text: drawTable(
        ['Scope', 'For', 'Permits'],
        SCOPES.map(({ scope, for: whom, summary }) => [scope, whom, summary]),
      ),
    }),
  )
}

const SCOPES = Object.entries(ADMIN_SCOPES).map(([scope, { for: whom, summary }]) => ({ scope, for: whom, summary }))

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly account?: string
  readonly scopes?: readonly (AdminScope | '*')[]
  readonly expires?: Date
}

function parseScopes(text: string): readonly (AdminScope | '*')[] {
  return parseList(text).map((scope) => {
    if (scope === '*' || isAdminScope(scope)) return scope
    throw new InvalidArgumentError(`"${scope}" is no scope. Allowed: *, ${Object.keys(ADMIN_SCOPES).join(', ')}.`)
  })
}

async function create(session: Session, options: CreateOptions): Promise<void> {
  const { name, account = null, scopes = ['*'], expires = null } = options
  const { token, secret } = await withHost(session, options, (host) =>
    host.get(AdminTokens).create({ name, accountId: account, scopes, expiresAt: expires, actor: actorOf(options) }),
  )
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
