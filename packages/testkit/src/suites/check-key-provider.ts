import { randomBytes } from 'node:crypto'
import type { KeyBinding, KeyProvider, WrappedDataKey } from '@parakh/core'

/** A key provider, and others over the same and other master keys. */
export interface KeyProviderTrial {
  /** As its driver makes it. */
  readonly provider: KeyProvider
  /** Another process with the same keys. */
  again(): Promise<KeyProvider>
  /** One with a newer current key, which has the older one still. */
  rotated(): Promise<KeyProvider>
  /** One with another key under the id of the first. Null: no such thing can be configured. */
  mistaken(): Promise<KeyProvider | null>
  /** Takes what `provider` asks away. @returns Brings it back. Null: it asks nobody. */
  interrupt(): Promise<(() => Promise<void>) | null>
}

const KEY_ID = /^[\x20-\x7e]{1,200}$/
const ended = AbortSignal.abort()
const bindTo = (context: string, signal = new AbortController().signal): KeyBinding => ({ context, signal })

/**
 * Whether a key provider keeps to its contract: what it wraps it unwraps, in every process that has the key and for the same context alone;
 * null tells that the key is not there or not the same, and only what cannot be told is thrown.
 *
 * @returns What is wrong; empty: nothing.
 */
export async function checkKeyProvider(trial: KeyProviderTrial): Promise<readonly string[]> {
  const faults: string[] = []
  const check = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  const { provider } = trial
  const [dataKey, mine] = [randomBytes(32), bindTo('data_key\0account-1\0account-1')]
  const given = Buffer.from(dataKey)
  const unwrap = async (by: KeyProvider, wrapped: WrappedDataKey, binding = mine): Promise<Buffer | null> => {
    const bytes = await by.unwrap(wrapped, binding).catch(() => {
      check(false, 'unwrap throws where it can tell')
      return null
    })
    return bytes && Buffer.from(bytes)
  }
  const wrapped = await provider.wrap(dataKey, mine)
  const { keyId, bytes } = wrapped
  check(dataKey.equals(given), 'the data key is changed')
  check(KEY_ID.test(keyId), 'the id of the key is not 1 to 200 printable ASCII characters')
  check(!Buffer.from(bytes).includes(dataKey), 'the data key stands in what it is wrapped in')
  check((await unwrap(provider, wrapped))?.equals(given) === true, 'what it wraps it does not unwrap')
  check((await unwrap(await trial.again(), wrapped))?.equals(given) === true, 'another process does not unwrap it')
  const second = await provider.wrap(dataKey, mine)
  check(second.keyId === keyId, 'the same key has another id')
  check(!Buffer.from(second.bytes).equals(bytes), 'the same data key is wrapped in the same bytes')
  const other = bindTo('data_key\0account-2\0account-2')
  check((await unwrap(provider, wrapped, other)) === null, 'a data key is unwrapped for another context')
  for (const place of [0, bytes.length >> 1, bytes.length - 1]) {
    const changed = Uint8Array.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    check((await unwrap(provider, { keyId, bytes: changed })) === null, `byte ${place} may be changed`)
  }
  check((await unwrap(provider, { keyId, bytes: new Uint8Array() })) === null, 'no bytes are unwrapped')
  check((await unwrap(provider, { keyId: `${keyId}-other`, bytes })) === null, 'another id has the same key')
  const rotated = await trial.rotated()
  check((await unwrap(rotated, wrapped))?.equals(given) === true, 'a newer key takes the older one away')
  const newer = await rotated.wrap(dataKey, mine)
  check(newer.keyId !== keyId, 'a newer key has the id of the older one')
  const mistaken = await trial.mistaken()
  if (mistaken) check((await unwrap(mistaken, wrapped)) === null, 'another key under the same id unwraps')
  return [...faults, ...(await checkAway(trial, wrapped, mine))]
}

/** Null would tell that the key is gone, and a server would not start again. */
async function checkAway(
  { provider, interrupt }: KeyProviderTrial,
  wrapped: WrappedDataKey,
  mine: KeyBinding,
): Promise<readonly string[]> {
  const back = await interrupt()
  if (!back) return []
  const throws = async (work: Promise<unknown>): Promise<boolean> => work.then(() => false).catch(() => true)
  const faults: string[] = []
  if (!(await throws(provider.unwrap(wrapped, mine)))) faults.push('unwrap tells although nobody can be asked')
  if (!(await throws(provider.wrap(randomBytes(32), mine)))) faults.push('wrap tells although nobody can be asked')
  await back()
  const late = bindTo(mine.context, ended)
  if (!(await throws(provider.unwrap(wrapped, late)))) faults.push('the signal is not heard')
  if ((await provider.unwrap(wrapped, mine)) === null) faults.push('the key is gone when it is back')
  return faults
}
