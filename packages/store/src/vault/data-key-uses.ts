import { timingSafeEqual } from 'node:crypto'
import { isParakhError, type MasterKeyUse, type Rewrapped, type StoredSecrets } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import type { DataKeyWrapping } from './data-key-wrapping.ts'
import {
  countDataKeys,
  type DataKeyChange,
  type DataKeyRow,
  readOtherDataKeys,
  replaceDataKeys,
  sampleDataKeys,
} from './data-keys.ts'

const BATCH = 200
/** How many data keys the providers are asked for at the same time. */
const AT_ONCE = 20
/** More than one row from either end: a single row that is damaged is no missing key. */
const SAMPLES = 3
const PROBE_ACCOUNT = 'probe'

type Wrapping = Pick<DataKeyWrapping, 'wrap' | 'unwrap'>

/** What the uses of master keys are read from. */
export interface DataKeyUses {
  readonly database: Database
  readonly wrapping: Wrapping
}

/** The id of the key under which new data keys are wrapped: the provider's own answer. @throws `MASTER_KEY_UNAVAILABLE` */
async function currentKeyId(wrapping: Wrapping): Promise<string> {
  return (await wrapping.wrap(PROBE_ACCOUNT, new Uint8Array(32))).keyId
}

async function stateOf(wrapping: Wrapping, rows: readonly DataKeyRow[]): Promise<MasterKeyUse['state']> {
  let state: MasterKeyUse['state'] = 'missing'
  for (const row of rows) {
    try {
      await wrapping.unwrap(row.accountId, row)
      return 'there'
    } catch (error) {
      if (!isParakhError(error)) throw error
      if (error.code === 'MASTER_KEY_UNAVAILABLE') state = 'away'
    }
  }
  return state
}

/** The worse of two ends: with another key under the same id, one end is older than it. */
async function stateOfKey({ database, wrapping }: DataKeyUses, keyId: string): Promise<MasterKeyUse['state']> {
  const ends = await Promise.all(
    (['asc', 'desc'] as const).map(async (end) =>
      stateOf(wrapping, await sampleDataKeys(database, { keyId, end, limit: SAMPLES })),
    ),
  )
  return ends.find((state) => state === 'missing') ?? ends.find((state) => state === 'away') ?? 'there'
}

async function masterKeys(parts: DataKeyUses): Promise<readonly MasterKeyUse[]> {
  const counted = await countDataKeys(parts.database)
  const current = await currentKeyId(parts.wrapping).catch(() => null)
  const uses: MasterKeyUse[] = []
  for (const [keyId, dataKeys] of counted)
    uses.push({ keyId, dataKeys, isCurrent: keyId === current, state: await stateOfKey(parts, keyId) })
  return current === null || counted.has(current)
    ? uses
    : [...uses, { keyId: current, dataKeys: 0, isCurrent: true, state: 'there' }]
}

/** None for one that is damaged, or whose key is missing: it stays as it is. */
async function wrapAgain({ wrapping }: DataKeyUses, from: DataKeyRow): Promise<readonly DataKeyChange[]> {
  let dataKey: Uint8Array
  try {
    dataKey = await wrapping.unwrap(from.accountId, from)
  } catch (error) {
    if (isParakhError(error) && error.code === 'MASTER_KEY_UNKNOWN') return []
    throw error
  }
  const to = await wrapping.wrap(from.accountId, dataKey)
  // What cannot be unwrapped again would lose all that the account has stored.
  const again = await wrapping.unwrap(from.accountId, to)
  if (!timingSafeEqual(again, dataKey)) throw storeErrors.error('MASTER_KEY_UNKNOWN', { id: to.keyId })
  return [{ from, to }]
}

async function rewrap(parts: DataKeyUses, progress: (rewrapped: number) => void): Promise<Rewrapped> {
  const { database, wrapping } = parts
  const keyId = await currentKeyId(wrapping)
  const under = (await countDataKeys(database)).get(keyId) ?? 0
  // Another key under the id of the current one: its rows would count as moved.
  if (under > 0 && (await stateOfKey(parts, keyId)) === 'missing')
    throw storeErrors.error('MASTER_KEY_MISSING', { count: under, ids: keyId })
  let [rewrapped, after] = [0, '']
  for (;;) {
    const rows = await readOtherDataKeys(database, { keyId, after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) break
    after = last.accountId
    const changes: DataKeyChange[] = []
    for (let at = 0; at < rows.length; at += AT_ONCE)
      changes.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => wrapAgain(parts, row)))).flat())
    rewrapped += await replaceDataKeys(database, changes)
    progress(rewrapped)
  }
  const counted = await countDataKeys(database)
  const left = [...counted].reduce((sum, [id, rows]) => (id === keyId ? sum : sum + rows), 0)
  return { keyId, rewrapped, left }
}

/**
 * What data keys need of master keys, and how they are moved to the current one.
 *
 * @returns `requireMasterKeys` throws `MASTER_KEY_MISSING`, `MASTER_KEY_UNAVAILABLE`.
 * @example
 * const uses = dataKeyUses({ database, wrapping })
 * await uses.requireMasterKeys()
 */
export const dataKeyUses = (
  parts: DataKeyUses,
): Pick<StoredSecrets, 'masterKeys' | 'rewrap'> & { requireMasterKeys(): Promise<void> } => ({
  masterKeys: () => masterKeys(parts),
  async requireMasterKeys() {
    const uses = await masterKeys(parts)
    const missing = uses.filter(({ state }) => state === 'missing')
    if (missing.length > 0) {
      const count = missing.reduce((sum, { dataKeys }) => sum + dataKeys, 0)
      throw storeErrors.error('MASTER_KEY_MISSING', { count, ids: missing.map(({ keyId }) => keyId).join(', ') })
    }
    const away = uses.find(({ state }) => state === 'away')
    if (away) throw storeErrors.error('MASTER_KEY_UNAVAILABLE', { reason: `of "${away.keyId}"` })
  },
  rewrap: (progress = () => undefined) => rewrap(parts, progress),
})
