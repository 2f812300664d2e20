import {
  type AdminToken,
  AdminTokens,
  actRefusal,
  askedPage,
  defineOperation,
  HostScopes,
  hasAdminScope,
  notFound,
  PAGE_FIELDS,
  pageOf,
  pageOfRows,
  personSelf,
  presentPage,
  type Scope,
  type Viewer,
} from '@parakh/core'
import { Moment, MomentField, MomentOrNone, moment, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { tokensWrite } from '../people/scopes.ts'
import { personOf } from './own.ts'

const needs = { tokens: AdminTokens } as const
/** Of the account of the role that the person has chosen; null: of operators. */
const ofPersons = { scope: tokensWrite, whose: 'person' } as const

const TokenView = z.object({
  token_id: z.string(),
  name: z.string(),
  account_id: z.string().nullable().describe('To whose branch it is limited; null: of operators'),
  person_id: z.string().nullable().describe('Who made it; null: it was made on the machine'),
  scopes: z.array(z.string()),
  status: z.enum(['active', 'revoked']),
  created_at: Moment,
  expires_at: MomentOrNone.describe('Null: never'),
  revoked_at: MomentOrNone,
})

/** Names are unique in a server: of a person they end with the place of its role, so that no account meets those of another. */
const suffixOf = (accountId: string | null): string => `@${(accountId ?? 'operators').toLowerCase()}`
const present = ({ name, personId, ...token }: AdminToken): z.input<typeof TokenView> => ({
  ...{ token_id: token.id, name: personId === null ? name : name.slice(0, name.lastIndexOf('@')) },
  ...{ account_id: token.accountId, person_id: personId },
  ...{ scopes: [...token.scopes], status: token.status, created_at: moment(token.createdAt) },
  ...{ expires_at: momentOrNone(token.expiresAt), revoked_at: momentOrNone(token.revokedAt) },
})

/** Those of the account of the role, not of those below it; of operators, and whatever was made on the machine, for they made it. */
async function ownTokens(tokens: AdminTokens, { accountId }: Pick<Viewer, 'accountId'>) {
  if (accountId !== null) return await tokens.list({ accountId })
  return (await tokens.list()).filter((token) => token.accountId === null || token.personId === null)
}

/** `tokens.list` */
export const listTokens = defineOperation({
  ...{ ...ofPersons, id: 'tokens.list', effect: 'read' },
  summary: 'List the credentials of the own account; of operators also those that were made on the machine',
  ...{ path: '/tokens', input: z.object(PAGE_FIELDS), output: pageOf(TokenView), needs },
  async handle({ input, viewer, tokens }) {
    const rows = await ownTokens(tokens, viewer)
    return presentPage(
      pageOfRows(rows, askedPage(input).page, ({ id }) => id),
      present,
    )
  },
})

export const listTokenScopes = defineOperation({
  ...{ ...ofPersons, id: 'tokens.scopes', effect: 'read', summary: 'List the scopes that an own credential may have' },
  ...{ path: '/tokens/scopes', input: z.object({}), needs: { known: HostScopes } },
  output: z.object({ scopes: z.array(z.object({ scope: z.string(), summary: z.string() })) }),
  async handle({ viewer: { accountId }, granted: scopes, known }) {
    // Only persons have what these permit.
    const own = known.filter(
      (scope) =>
        scope.id !== personSelf.id && scope.id !== tokensWrite.id && hasAdminScope({ accountId, scopes }, scope, known),
    )
    return { scopes: own.map(({ id, summary }) => ({ scope: id, summary })) }
  },
})

/** `tokens.create`: by a person alone, so that no stolen credential outlives its revocation (decision 0109). */
export const createToken = defineOperation({
  ...ofPersons,
  id: 'tokens.create',
  effect: 'write',
  summary: 'Issue a credential of the admin API; it is shown once',
  ...{ path: '/tokens', status: 201, stepUp: true },
  input: z.object({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,31}$/, 'must be 1 to 32 of a-z, 0-9 and . _ -, a letter or digit first')
      .describe('Unique in the account, also after revocation: the audit log has it'),
    scopes: z.array(z.string()).min(1).max(200).describe('At most the own ones; * for all of them'),
    expires_at: MomentField.nullable().default(null),
  }),
  output: TokenView.extend({ token: z.string().describe('adm_…: sent as Authorization: Bearer') }),
  errors: { ADMIN_TOKEN_INVALID: 422 },
  needs: { ...needs, known: HostScopes },
  async handle({ input: { name, scopes, expires_at: expiresAt }, viewer, actor, granted, person, tokens, known }) {
    const { id: personId } = personOf(person)
    const { accountId } = viewer
    requireOwn(scopes, { accountId, scopes: granted }, known)
    const made = { name: `${name}${suffixOf(accountId)}`, accountId, personId, scopes, expiresAt, actor }
    const { token, secret } = await tokens.create(made)
    return { ...present(token), token: secret }
  },
})

/** @throws `SCOPE_TOO_WIDE` for a scope that the person has not. */
function requireOwn(
  scopes: readonly string[],
  own: { readonly accountId: string | null; readonly scopes: readonly string[] },
  known: readonly Scope[],
): void {
  const of = { accountId: own.accountId, granted: own.scopes, given: scopes, known }
  const refusal = actRefusal({ act: 'issue-token', scopes: of })
  if (refusal?.reason === 'scopes-lacking')
    throw consoleErrors.error('SCOPE_TOO_WIDE', { scope: refusal.lacking.join(', ').slice(0, 64) })
}

export const revokeToken = defineOperation({
  ...{ ...ofPersons, id: 'tokens.revoke', effect: 'write', summary: 'Revoke a credential, from the next request on' },
  ...{ path: '/tokens/{token_id}/revoke', input: z.object({ token_id: z.string() }), output: TokenView, needs },
  async handle({ input: { token_id: id }, viewer, actor, tokens }) {
    const own = await ownTokens(tokens, viewer)
    if (!own.some((token) => token.id === id)) throw notFound(`credential ${id}`)
    return present(await tokens.revoke(id, actor))
  },
})
