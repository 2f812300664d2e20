import { Accounts, DevelopmentMode, defineOperation, invalidInput, notFound } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import { noIdentityNumber } from '@parakh/core/formats'
import * as z from 'zod'
import { placeOf } from '../people/acting-place.ts'
import { ConsoleParts, newToken } from '../people/console-parts.ts'
import { requirePeopleAct } from '../people/require-people-act.ts'
import { ACCOUNT_ROLES } from '../people/roles.ts'
import { peopleWrite } from '../people/scopes.ts'
import { signInStatements } from '../tables/sign-in-statements.ts'

const LIFE_MS = 300_000
/** The pages of an account, by the last part of their address. */
const PAGES: readonly string[] = [
  ...['home', 'try', 'apis', 'keys', 'usage', 'analytics', 'webhooks', 'orders', 'wallet', 'plan', 'invoices'],
  ...['kyc', 'team', 'tokens', 'audit', 'security'],
]

const isReturnUrl = (text: string, isDevelopment: boolean): boolean =>
  URL.canParse(text) && (text.startsWith('https://') || (isDevelopment && text.startsWith('http://')))

export const createPortalLink = defineOperation({
  ...{ id: 'portal-links.create', effect: 'write', scope: peopleWrite, stepUp: true, status: 201 },
  summary: 'Make a link that signs a person of an embedder in, once, within 5 minutes',
  path: '/accounts/{account_id}/portal-links',
  input: z.object({
    account_id: z.string(),
    role: z.enum(ACCOUNT_ROLES),
    person_ref: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 printable characters without a space')
      .check(noIdentityNumber)
      .describe("The embedder's own name of the person"),
    production: z.boolean().default(false).describe('Of a developer: whether it may use production'),
    pages: z
      .array(z.string().refine((page) => PAGES.includes(page), `must be one of ${PAGES.join(', ')}`))
      .min(1)
      .max(30)
      .nullable()
      .default(null)
      .describe('The only pages that are shown, such as home and usage; null: all'),
    return_url: z.string().max(500).nullable().default(null).describe('Where the console leads back to'),
  }),
  output: z.object({ url: z.string(), expires_at: Moment }),
  errors: { ROLE_INVALID: 422 },
  whose: { account: 'account_id' },
  command: { text: ({ url }) => url },
  needs: { parts: ConsoleParts, accounts: Accounts, development: DevelopmentMode },
  async handle({ input, viewer, actor, granted, isHost, parts, accounts, development }) {
    const { account_id: accountId, role, production } = input
    if (input.return_url !== null && !isReturnUrl(input.return_url, development.isOn))
      throw invalidInput({ return_url: 'must begin with https://' })
    const { tables, ids, secrets, clock, mails, scopes } = parts
    const target = await accounts.get(accountId)
    if (target === null) throw notFound(`account ${accountId}`)
    requirePeopleAct({ act: 'give-role' }, { viewer, granted }, { role, target, known: scopes })
    const [id, token, expires_at] = [ids.next(), newToken(parts, 'pl_'), clock.now().getTime() + LIFE_MS]
    const pages = input.pages && JSON.stringify(input.pages)
    const made_from = placeOf(viewer.accountId, isHost)
    const token_hash = secrets.hash(token)
    const row = {
      ...input,
      id,
      token_hash,
      production: Number(production),
      pages,
      expires_at,
      made_from,
      made_by: actor,
    }
    await tables.transaction(function* (tx) {
      yield* tx.run(signInStatements.insertPortalLink(row))
      const of = { action: 'portal-link.create', subject: `portal-link/${id}`, accountId } as const
      yield* tx.audit({ actor, ...of, after: { role, production } })
    })
    return { url: await mails.link(accountId, `/console/enter#${token}`), expires_at: moment(new Date(expires_at)) }
  },
})
