import {
  Accounts,
  ENVIRONMENTS,
  type Environment,
  isOperationFile,
  isParakhError,
  Keys,
  type Operation,
} from '@parakh/core'
import type { Host, OperationCaller } from '@parakh/kernel'
import { testkitErrors } from '../error-codes.ts'
import type { Fields, IsolationOptions, MakeSubject, OperationReply } from './isolation-options.ts'
import { inputOf, type Naming, namingOf, type OwnIds } from './named-subjects.ts'

/** The places of a branch, and the parents in it. */
const ABOVE = {
  master_distributor: null,
  distributor: 'master_distributor',
  retailer: 'distributor',
  developer: 'retailer',
  customer: 'retailer',
} as const
/** A place in a branch: a role. */
export type Place = keyof typeof ABOVE
export const PLACES = Object.keys(ABOVE) as readonly Place[]
export const BRANCHES = [0, 1, 2] as const

/** Whether a place is another one or above it. */
export const isInside = (place: Place, other: Place | null): boolean =>
  other !== null && (other === place || isInside(place, ABOVE[other]))

/** An account with objects of its own. */
export interface Member {
  readonly place: Place
  readonly branch: number
  readonly accountId: string
  readonly own: Readonly<Record<Environment, OwnIds>>
}
/** The environment in which ids are tried; those of the other one are tried against it. */
export const PROBE = 'sandbox'
export const asViewer = ({ accountId, branch, place }: Member) => ({ accountId, actor: `test:${place}-${branch}` })
/** Three branches of five accounts, in which all that is named exists. */
export interface IsolationScene {
  readonly host: Host
  readonly naming: Naming
  readonly members: readonly Member[]
  member(branch: number, place: Place): Member
  /** Runs an operation with the ids of somebody. A refusal's text has the fields' names in place of these ids, so that two can be compared. */
  ask(operation: Operation, ids: OwnIds, as: OperationCaller): Promise<OperationReply>
}

const KNOWN: Readonly<Record<string, MakeSubject>> = {
  account_id: async (_, { accountId }) => accountId,
  key_id: async (host, of) => (await host.get(Keys).create(of)).key.id,
}

/** Fills a host for a trial. */
export async function isolationScene(options: IsolationOptions): Promise<IsolationScene> {
  const { host, of, subjects = {} } = options
  const run = askHost(host)
  const tried = host.operations.filter(({ plugin }) => of?.includes(plugin) ?? true)
  const missing = of?.find((id) => !tried.some(({ plugin }) => plugin === id))
  if (missing !== undefined) throw testkitErrors.error('NOTHING_TO_TRY', { id: missing })
  const naming = namingOf(options, tried)
  const members: Member[] = []
  const find = (branch: number, place: Place): Member => {
    const found = members.find((one) => one.branch === branch && one.place === place)
    if (!found) throw new TypeError(`there is a ${place} in each branch`)
    return found
  }
  for (const branch of BRANCHES)
    for (const place of PLACES) {
      const above = ABOVE[place]
      const parentId = above && find(branch, above).accountId
      const { id: accountId } = await host
        .get(Accounts)
        .create({ name: `A ${place}`, role: place, parentId, actor: 'test' })
      await host.get(Accounts).approveKyc(accountId)
      const ownIn = async (environment: Environment): Promise<OwnIds> => {
        const ids: Record<string, string> = { environment }
        for (const [name, make] of Object.entries({ ...KNOWN, ...subjects }))
          ids[name] = (await make(host, { accountId, environment })) ?? accountId
        return ids
      }
      const own = { sandbox: await ownIn('sandbox'), production: await ownIn('production') }
      members.push({ place, branch, accountId, own })
    }
  return {
    ...{ host, naming, members, member: find },
    async ask(operation, ids, as) {
      const ask = operation.path === null ? run : (options.ask ?? run)
      const { status, text } = await ask(operation, inputOf(naming, operation, ids), as)
      return { status, text: isRefusal(status) ? withoutIds(text, ids) : text }
    },
  }
}

/** Whether an operation was refused. */
export const isRefusal = (status: number): boolean => status >= 400
const withoutIds = (text: string, ids: OwnIds): string =>
  Object.entries(ids).reduce((left, [name, id]) => (id.length < 8 ? left : left.replaceAll(id, `{${name}}`)), text)

/** Runs an operation without HTTP. What is no refusal of a table is trouble: 500. */
const askHost =
  (host: Host) =>
  async (operation: Operation, input: Fields, as: OperationCaller): Promise<OperationReply> => {
    try {
      const answer = await host.run(operation.id, input, as)
      return {
        status: operation.status,
        text: isOperationFile(answer) ? await textOf(answer.bytes) : JSON.stringify(answer),
      }
    } catch (error) {
      if (!isParakhError(error)) return { status: 500, text: String(error) }
      const { code, message } = error
      return { status: host.errorStatus(code, operation.errors) ?? 500, text: JSON.stringify({ code, message }) }
    }
  }

async function textOf(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  if (bytes instanceof Uint8Array) return Buffer.from(bytes).toString('latin1')
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

/** All ids of a member: only its own branch may see them. */
export const idsOf = ({ own }: Member): readonly string[] => [
  ...new Set(
    ENVIRONMENTS.flatMap((environment) =>
      Object.entries(own[environment]).flatMap(([name, id]) => (name === 'environment' ? [] : [id])),
    ),
  ),
]
