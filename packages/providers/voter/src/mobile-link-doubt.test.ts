import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { OTHER_CARD } from '../test/fake-link-source.ts'
import { CARD, STEP_MS, voterHost } from '../test/voter-host.ts'

describe('a request to link whose outcome is unknown', () => {
  it('is not run again: its status is asked, and the retry is answered what became of it', async () => {
    const { host, link, clock, until, source, balance } = await voterHost()
    source.behaviour = 'loses-the-reply'
    expect(await link()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN', headers: { 'retry-after': '5' } })
    source.behaviour = 'accepts'
    clock.advance(STEP_MS)
    expect(await link()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: inr('7.50') })
    await host.start()
    const captured = { balance: inr('92.50'), held: 0 }
    await until(async () => expect(await balance()).toMatchObject(captured))
    expect(await link()).toMatchObject({ status: 200, outcome: 'replay', body: { ref_id: source.arrived[0] } })
    expect(source.arrived).toHaveLength(1)
    await host.stop()
  })

  it('is released where its status says that it was not taken, and answered as the no that it is', async () => {
    const { host, link, until, source, balance } = await voterHost()
    source.behaviour = 'loses-the-reply'
    source.status = { epic: CARD.epic, state: 'failed' }
    await link()
    await host.start()
    await until(async () => expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 }))
    expect(await link()).toMatchObject({ status: 400, outcome: 'replay', body: { message: 'request failed' } })
    await host.stop()
  })

  it.each(['pending', 'completed', 'failed'] as const)(
    'is neither answered, charged nor released where the source took it for another card, which is %s',
    async (state) => {
      const { host, link, until, source, balance, events, logger } = await voterHost()
      source.behaviour = 'takes-another-card'
      source.status = { epic: OTHER_CARD, state }
      expect(await link()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
      await host.start()
      await until(async () => expect(logger.lines.map(({ event }) => event)).toContain('call.indeterminate'))
      expect(await link()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
      expect(await balance()).toMatchObject({ balance: inr('100'), held: inr('7.50') })
      expect(await events()).toEqual([])
      expect(source.arrived).toHaveLength(1)
      await host.stop()
    },
  )

  it('runs again at once where it cannot have left', async () => {
    const { host, link, source, balance } = await voterHost()
    source.behaviour = 'cannot-be-reached'
    expect(await link()).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', body: { message: 'request failed' } })
    expect(await balance()).toMatchObject({ held: 0 })
    source.behaviour = 'accepts'
    expect(await link()).toMatchObject({ status: 200, outcome: 'answer' })
    await host.stop()
  })
})
