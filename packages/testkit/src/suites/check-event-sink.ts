import type { EventSink, OutboxEvent } from '@parakh/core'

/** A sink, and what its receiver has. */
export interface EventSinkTrial {
  /** As its driver makes it, for all types. */
  readonly sink: EventSink
  /** The ids that the receiver has got so far, in its order: of an event that came twice, both. */
  received(): Promise<readonly string[]>
  /** Takes the receiver away. @returns Brings it back. */
  interrupt(): Promise<() => Promise<void>>
}

const AT = new Date('2026-11-18T10:00:00.000Z')
const BATCH = 50

/** Events of three accounts in both environments, with text of any script. */
const batch = (name: string): readonly OutboxEvent[] =>
  Array.from({ length: BATCH }, (_, place) => ({
    ...{ id: `${name}-${`${place}`.padStart(6, '0')}`, type: place % 2 === 0 ? 'key.created' : 'referral.paid' },
    ...({ accountId: `account-${place % 3}`, environment: place % 4 === 0 ? 'production' : 'sandbox' } as const),
    ...{ sequence: place + 1, createdAt: AT, data: { note: `नमस्ते ${place}`, amount: 5 } },
  }))
const idsOf = (events: readonly OutboxEvent[]): readonly string[] => events.map(({ id }) => id)
const walletOf = ({ accountId, environment }: OutboxEvent): string => `${accountId}/${environment}`

/**
 * Whether an event sink keeps to its contract: what `deliver` has taken, the receiver has, in the order of each wallet; what it has not, `deliver`
 * throws, and takes when it comes again.
 *
 * @returns What is wrong; empty: nothing.
 */
export async function checkEventSink({ sink, received, interrupt }: EventSinkTrial): Promise<readonly string[]> {
  const faults: string[] = []
  const check = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  const isTaken = async (events: readonly OutboxEvent[], what: string): Promise<boolean> => {
    try {
      await sink.deliver(events)
      return true
    } catch (error) {
      check(false, `${what} is refused: ${String(error)}`)
      return false
    }
  }
  const has = async (events: readonly OutboxEvent[]): Promise<boolean> => {
    const got = new Set(await received())
    return idsOf(events).every((id) => got.has(id))
  }
  await isTaken([], 'no event')
  const first = batch('first')
  const before = JSON.stringify(first)
  await isTaken(first, 'a batch')
  check(await has(first), 'a batch was taken, and the receiver has not all of it')
  check(JSON.stringify(first) === before, 'the events are changed')
  const got = await received()
  for (const wallet of new Set(first.map(walletOf))) {
    const ids = idsOf(first.filter((event) => walletOf(event) === wallet))
    check(String(got.filter((id) => ids.includes(id))) === String(ids), `the events of ${wallet} come in another order`)
  }
  await isTaken(first, 'the same batch again')
  const second = batch('second')
  const back = await interrupt()
  const isLost = await sink.deliver(second).then(
    async () => !(await has(second)),
    () => false,
  )
  await back()
  check(!isLost, 'a batch was taken while the receiver was away: it is lost')
  await isTaken(second, 'a batch that comes again when the receiver is back')
  check(await has(second), 'a batch that came again is not with the receiver')
  return faults
}
