import { type Call, Clock, NO_WRITES, type RecordWrite, Secrets, Store, service, token } from '@parakh/core'
import type * as z from 'zod'
import { Codes, Cooldowns, cooldownId } from './codes.ts'

/** A code that is about to be sent. */
export interface NewCode {
  readonly address: string
  readonly code: z.output<typeof Codes.definition.record>
  /** For how long the address is then closed to the account. */
  readonly cooldownSeconds: number
  /** The most codes that the account sends to the address in 24 hours. */
  readonly mostInDay: number
}

/** The right to send one code to an address. */
export interface Reservations {
  /**
   * Takes the right to send, and keeps the code's hash under the call's reference.
   *
   * @returns 0: taken, by this call now or before it was interrupted. Else how many whole seconds the address is still closed.
   */
  reserve(call: Call, wanted: NewCode): Promise<number>
  /** Gives the right back, where nothing was sent: whoever tries again need not wait. */
  release(call: Call, address: string): Promise<void>
}
/** The reservations of a server. */
export const Reservations = token<Reservations>('otp.reservations')

const DAY_MS = 86_400_000
/** A reservation loses to others at most once: then it sees theirs. More is a store that is busy with something else. */
const MOST_TRIES = 5

interface ReservationParts {
  readonly store: Store
  readonly clock: Clock
  readonly secrets: Secrets
}
interface Writing {
  readonly id: string
  /** The version that was read; null: there is none. */
  readonly expected: number | null
  readonly value: object
}

const walletOf = ({ account: accountId, environment }: Call) => ({ accountId, environment })

/** The window of 24 hours in which a code is counted: the stored one, or a new one after its end. */
function dayOf(day: z.output<typeof Cooldowns.definition.record>['day'], at: number) {
  const isOver = day === undefined || at - new Date(day.begins).getTime() >= DAY_MS
  return isOver ? { begins: new Date(at).toISOString(), sent: 0 } : day
}

function recordWrite(collection: typeof Codes | typeof Cooldowns, at: number, writing: Writing): RecordWrite {
  const { record, initial, keepDays = 1 } = collection.definition
  const value = JSON.stringify(record.parse(writing.value))
  const { id, expected } = writing
  return { collection: collection.id, id, expected, state: initial, value, keys: [], keepUntil: at + keepDays * DAY_MS }
}

/**
 * Reservations by the records of the store.
 *
 * What a handler stages is written when its call settles, and by then the mail is out: of twenty calls for one address each would
 * send, and nineteen learn afterwards that they should not have. So the right to send is a commit of its own, before the write is
 * marked and before any byte leaves. Cooldown and code are written together, the cooldown under an id that is the same for every
 * call to the address, at the version that was read. Of calls that race, in whatever processes, one commits and sends; the others
 * conflict, read again and find its cooldown.
 *
 * A call that is run again after a crash finds its own code and passes: its write is not sent again but asked for its status, and
 * the code that was mailed is the one that is kept.
 */
export function storedReservations({ store, clock, secrets }: ReservationParts): Reservations {
  const readCooldown = async (call: Call, id: string) => {
    const row = await store.records.get(Cooldowns.id, walletOf(call), id)
    return row && { version: row.version, ...Cooldowns.definition.record.parse(JSON.parse(row.value)) }
  }
  const commit = async (call: Call, at: number, records: readonly RecordWrite[]) => {
    const writes = { ...NO_WRITES, records }
    const result = await store.billing.commit({ kind: 'commit', ...walletOf(call), at, writes, actor: 'otp' })
    return result.kind === 'done'
  }
  const reserveOnce = async (call: Call, wanted: NewCode): Promise<number | 'lost'> => {
    const { address, code, cooldownSeconds, mostInDay } = wanted
    if (await store.records.get(Codes.id, walletOf(call), call.reference)) return 0
    const id = cooldownId(secrets, address)
    const cooldown = await readCooldown(call, id)
    const at = clock.now().getTime()
    const closedMs = cooldown ? new Date(cooldown.until).getTime() - at : 0
    const day = dayOf(cooldown?.day, at)
    const fullMs = day.sent >= mostInDay ? new Date(day.begins).getTime() + DAY_MS - at : 0
    if (Math.max(closedMs, fullMs) > 0) return Math.ceil(Math.max(closedMs, fullMs) / 1000)
    const until = new Date(at + cooldownSeconds * 1000).toISOString()
    const done = await commit(call, at, [
      recordWrite(Cooldowns, at, {
        id,
        expected: cooldown?.version ?? null,
        value: { reference: call.reference, until, day: { begins: day.begins, sent: day.sent + 1 } },
      }),
      recordWrite(Codes, at, { id: call.reference, expected: null, value: code }),
    ])
    return done ? 0 : 'lost'
  }
  return {
    async reserve(call, wanted) {
      for (let tried = 1; tried <= MOST_TRIES; tried += 1) {
        const seconds = await reserveOnce(call, wanted)
        if (seconds !== 'lost') return seconds
      }
      return wanted.cooldownSeconds
    },
    async release(call, address) {
      const id = cooldownId(secrets, address)
      const cooldown = await readCooldown(call, id)
      if (cooldown?.reference !== call.reference) return
      const at = clock.now().getTime()
      const { begins, sent } = dayOf(cooldown.day, at)
      const day = { begins, sent: Math.max(0, sent - 1) }
      const value = { reference: call.reference, until: new Date(at).toISOString(), day }
      // Where another was faster, the address is its own by now.
      await commit(call, at, [recordWrite(Cooldowns, at, { id, expected: cooldown.version, value })])
    },
  }
}

/** The service that the plugin brings. */
export const reservations = service(Reservations, { store: Store, clock: Clock, secrets: Secrets }, storedReservations)
