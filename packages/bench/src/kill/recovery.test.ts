import { expect, it } from 'vitest'
import { Entry } from './journal.ts'
import { replayStored } from './recovery.ts'

const STORED = { status: 200, text: '{"meta":{"charged":1}}', replayed: false }

/** A client that loses so many replays, and then is given this. */
async function replay(losses: number, given: typeof STORED): Promise<readonly string[]> {
  const entry = new Entry({ requestId: 'id', accountId: 'account', kind: 'find', thing: 'thing' })
  entry.acknowledge(STORED)
  let sent = 0
  const send = async (): Promise<string | null> => {
    sent += 1
    if (sent <= losses) return sent % 2 === 0 ? '503 STORE_UNAVAILABLE' : 'ECONNRESET'
    entry.acknowledge(given)
    return null
  }
  const { findings } = await replayStored({ entries: [entry], send }, { atATime: 1, pauseMs: 0 })
  return findings.map(({ fault, detail }) => `${fault}: ${detail}`)
}

it('a replay that is lost or answered 503 is retried, and is no fault', async () => {
  expect(await replay(0, { ...STORED, replayed: true })).toEqual([])
  expect(await replay(40, { ...STORED, replayed: true })).toEqual([])
})

it('a stored answer that is missing, changed, recomputed or never returned is a fault, with the response in the report', async () => {
  expect(await replay(1, { status: 402, text: '{}', replayed: false })).toEqual([expect.stringMatching(/gone/)])
  expect(await replay(1, { ...STORED, text: '{"meta":{"charged":2}}', replayed: true })).toEqual([
    expect.stringMatching(/another/),
  ])
  expect(await replay(1, STORED)).toEqual([expect.stringMatching(/anew/)])
  expect(await replay(1_000, STORED)).toEqual([
    expect.stringMatching(/did not come: 180 times ECONNRESET, 180 times 503 STORE_UNAV/),
  ])
})
