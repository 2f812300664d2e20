import { Keys, namesAccount } from '@parakh/core'
import type { HostedOperation } from '@parakh/kernel'
import type { Server } from '@parakh/server'
import { FIXED_PARTS, SUBJECTS, WITHIN_ACCOUNT } from '../../../../test/server.ts'
import type { Browser, BrowserReply } from './browser.ts'

/** An operation that the admin API has. */
export type AdminOperation = HostedOperation['operation']
/** Ids of an account and of what it has, by the name of the field. */
export type Ids = Readonly<Record<string, string>>

/** What no account has. */
export const UNKNOWN = '00000000000000000000000000'
/** Fields without an owner. */
export const FIXED: Ids = { ...FIXED_PARTS, environment: 'sandbox' }

/** Every operation of a host that the admin API has, so that a new one is in each test. */
export const operationsOf = ({ host }: Server): readonly AdminOperation[] =>
  host.operations.map(({ operation }) => operation).filter(({ path }) => path !== null)

const fieldsOf = ({ id, input, parameters }: AdminOperation): readonly string[] =>
  Object.keys(input.shape).filter(
    (field) => !parameters.includes(field) && (namesAccount(field) || (WITHIN_ACCOUNT[id] ?? []).includes(field)),
  )

/** Whether an operation names what an account has. */
export const bearsIds = (operation: AdminOperation): boolean =>
  operation.parameters.some((name) => !Object.hasOwn(FIXED, name)) || fieldsOf(operation).length > 0

/** The address of an operation, with ids in its path. */
export const addressOf = ({ path, parameters }: AdminOperation, ids: Ids): string =>
  parameters.reduce((made, name) => made.replace(`{${name}}`, encodeURIComponent(idOf(name, ids))), path ?? '')
const idOf = (name: string, ids: Ids): string => FIXED[name] ?? ids[name] ?? ids['account_id'] ?? UNKNOWN

/** Asks for an operation with every id that it takes. */
export function askFor(browser: Browser, operation: AdminOperation, ids: Ids): Promise<BrowserReply> {
  const { method, parameters, input } = operation
  const url = addressOf(operation, ids)
  const named = [...fieldsOf(operation), ...(Object.hasOwn(input.shape, 'environment') ? ['environment'] : [])]
  const given = named.filter((name) => !parameters.includes(name))
  const fields = Object.fromEntries(given.map((name) => [name, idOf(name, ids)]))
  return method === 'GET' || method === 'DELETE'
    ? browser.admin(method, `${url}?${new URLSearchParams(fields)}`)
    : browser.admin(method, url, fields)
}

/** The ids of what is made in an account for a test. */
export async function subjectsOf({ host }: Server, accountId: string): Promise<Ids> {
  const of = { accountId, environment: 'sandbox' } as const
  const made: Record<string, string> = { account_id: accountId, key_id: (await host.get(Keys).create(of)).key.id }
  for (const [name, make] of Object.entries(SUBJECTS)) made[name] = (await make(host, of)) ?? UNKNOWN
  return made
}
