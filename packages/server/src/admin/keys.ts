import { type ApiKey, Clock, type IssuedKey, Keys } from '@parakh/core'
import {
  AmountField,
  EnvironmentField,
  Moment,
  MomentField,
  MomentOrNone,
  moment,
  momentOrNone,
  Rupees,
  rupeesText,
} from '@parakh/core/fields'
import { noIdentityNumber } from '@parakh/core/formats'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { isAddressRange } from '../config/address-range.ts'
import { type AdminFault, notFound } from './admin-fault.ts'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { invalidFields } from './request-parts.ts'

const KeyView = z.object({
  key_id: z.string(),
  account_id: z.string(),
  environment: EnvironmentField,
  api_key: z.string().describe('pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends'),
  external: z
    .object({ scheme: z.string(), subject: z.string() })
    .nullable()
    .describe('Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key'),
  label: z.string(),
  status: z.enum(['active', 'revoked']),
  endpoints: z.array(z.string()).nullable().describe('Endpoint ids that it may call; null: all'),
  ip_ranges: z.array(z.string()).nullable().describe('Permitted address ranges; null: all'),
  spend_cap_per_day: Rupees.nullable().describe('The daily spend cap, by day in India; null: none'),
  expires_at: MomentOrNone,
  exposed_at: MomentOrNone.describe('When its id or secret was seen in a URL'),
  created_at: Moment,
  revoked_at: MomentOrNone,
})
const IssuedView = KeyView.extend({ api_secret: z.string().describe('sk_…: shown once') })

const KeyId = z.object({ key_id: z.string() })
const owner = async (host: Host, { key_id }: z.output<typeof KeyId>): Promise<string | null> =>
  (await host.get(Keys).get(key_id))?.key.accountId ?? null

const Restrictions = z.object({
  label: z.string().max(100).check(noIdentityNumber).exactOptional().describe('A name for people'),
  endpoints: z.array(z.string()).min(1).nullable().exactOptional().describe('Endpoint ids; null: all'),
  ip_ranges: z
    .array(z.string().refine(isAddressRange, { error: 'must be a range such as 203.0.113.0/24 or 2001:db8::/32' }))
    .min(1)
    .nullable()
    .exactOptional()
    .describe('Address ranges (CIDR); null: anywhere'),
  spend_cap_per_day: AmountField.nullable().exactOptional().describe('Rupees above zero; null: no cap'),
  expires_at: MomentField.nullable().exactOptional().describe('When it ends; null: never'),
})

const present = (key: ApiKey): z.input<typeof KeyView> => ({
  ...{ key_id: key.id, account_id: key.accountId, environment: key.environment, api_key: key.publicId },
  external: key.external && { scheme: key.external.scheme, subject: key.external.subject },
  ...{ label: key.label, status: key.status },
  endpoints: key.endpoints && [...key.endpoints],
  ip_ranges: key.ipRanges && [...key.ipRanges],
  spend_cap_per_day: key.spendCapPerDay === null ? null : rupeesText(key.spendCapPerDay),
  expires_at: momentOrNone(key.expiresAt),
  exposed_at: momentOrNone(key.exposedAt),
  created_at: moment(key.createdAt),
  revoked_at: momentOrNone(key.revokedAt),
})
const presentIssued = ({ key, apiSecret }: IssuedKey) => ({ ...present(key), api_secret: apiSecret })

/** Maps the request to the options of `Keys`. */
function restrictionsOf(host: Host, asked: z.output<typeof Restrictions>) {
  const { label, endpoints, ip_ranges, spend_cap_per_day, expires_at } = asked

  const ids = new Set(host.endpoints.map(({ endpoint }) => endpoint.id))
  const unknown = endpoints?.find((id) => !ids.has(id))
  if (unknown !== undefined) throw invalid('endpoints', `has "${unknown}", which is no endpoint of this server`)
  if (expires_at && expires_at <= host.get(Clock).now()) throw invalid('expires_at', 'must be still to come')
  return {
    ...(label === undefined ? {} : { label }),
    ...(endpoints === undefined ? {} : { endpoints }),
    ...(ip_ranges === undefined ? {} : { ipRanges: ip_ranges }),
    ...(spend_cap_per_day === undefined ? {} : { spendCapPerDay: spend_cap_per_day }),
    ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
  }
}

const invalid = (field: string, message: string): AdminFault => invalidFields({ [field]: message })

const listKeys = defineAdminList({
  id: 'keys.list',
  path: '/keys',
  scope: 'keys:read',
  summary: 'List API keys, without secrets',
  filters: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    environment: EnvironmentField.exactOptional(),
    status: KeyView.shape.status.exactOptional(),
  }),
  item: KeyView,
  async handle({ host, viewer, filters: { account_id, ...filters }, page }) {
    const asked = account_id === undefined ? {} : { accountId: account_id }
    const query = { within: viewer.accountId, ...asked, ...filters, ...page }
    const { items, next } = await host.get(Keys).page(query)
    return { items: items.map(present), next }
  },
})

const getKey = defineAdminRoute({
  id: 'keys.get',
  method: 'GET',
  path: '/keys/{key_id}',
  scope: 'keys:read',
  summary: 'Get a key, without its secret',
  params: KeyId,
  response: KeyView,
  owner,
  async handle({ host, params }) {
    const found = await host.get(Keys).get(params.key_id)
    if (!found) throw notFound()
    return present(found.key)
  },
})

const createKey = defineAdminRoute({
  id: 'keys.create',
  method: 'POST',
  path: '/keys',
  scope: 'keys:write',
  summary: 'Issue a key; its secret is shown once',
  status: 201,
  idempotent: true,
  body: Restrictions.extend({ account_id: z.string(), environment: EnvironmentField }),
  response: IssuedView,
  async handle({ host, actor, once, body: { account_id: accountId, environment, ...rest } }) {
    const asked = { ...restrictionsOf(host, rest), ...(once === null ? {} : { once }) }
    return presentIssued(await host.get(Keys).create({ accountId, environment, ...asked, actor }))
  },
})

const restrictKey = defineAdminRoute({
  id: 'keys.restrict',
  method: 'PATCH',
  path: '/keys/{key_id}',
  scope: 'keys:write',
  summary: 'Change label and restrictions of a key; omitted fields stay unchanged',
  params: KeyId,
  body: Restrictions,
  response: KeyView,
  owner,
  handle: async ({ host, actor, params, body }) =>
    present(await host.get(Keys).restrict(params.key_id, restrictionsOf(host, body), actor)),
})

const DAY_SECONDS = 86_400
const LONGEST_OVERLAP_SECONDS = 604_800
const rotateKey = defineAdminRoute({
  id: 'keys.rotate',
  method: 'POST',
  path: '/keys/{key_id}/rotate',
  scope: 'keys:write',
  summary: 'Rotate the secret of a key; the old one stays valid for an overlap',
  params: KeyId,
  body: z.object({
    overlap_seconds: z
      .int()
      .min(0)
      .max(LONGEST_OVERLAP_SECONDS)
      .default(DAY_SECONDS)
      .describe('How long the old secret stays valid, 0 to 604,800'),
  }),
  response: IssuedView,
  owner,
  handle: async ({ host, actor, params, body }) =>
    presentIssued(await host.get(Keys).rotate(params.key_id, body.overlap_seconds, actor)),
})

const revokeKey = defineAdminRoute({
  id: 'keys.revoke',
  method: 'POST',
  path: '/keys/{key_id}/revoke',
  scope: 'keys:write',
  summary: 'Revoke a key, from the next request on',
  params: KeyId,
  response: KeyView,
  owner,
  handle: async ({ host, actor, params }) => present(await host.get(Keys).revoke(params.key_id, actor)),
})

const promoteKey = defineAdminRoute({
  id: 'keys.promote',
  method: 'POST',
  path: '/keys/{key_id}/promote',
  scope: 'keys:write',
  summary: 'Promote a key: a new production key of the same account is issued; the sandbox key stays',
  status: 201,
  params: KeyId,
  response: IssuedView,
  owner,
  handle: async ({ host, actor, params }) => presentIssued(await host.get(Keys).promote(params.key_id, actor)),
})

/** Routes of API keys. */
export const keyRoutes = [listKeys, getKey, createKey, restrictKey, rotateKey, revokeKey, promoteKey]
