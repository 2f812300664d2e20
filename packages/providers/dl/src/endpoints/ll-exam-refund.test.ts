import { inr } from '@parakh/core'
import { describe, expect, it, vi } from 'vitest'
import { ASHA, examHost } from '../../test/exam-host.ts'
import { AN_HOUR_MS, named, SLOT } from '../../test/exam-results.ts'
import { OTHER_APPLICATION } from '../../test/fake-exam-source.ts'
import { APPLICANTS } from '../fixtures/exams.ts'

describe('a request that came to nothing', () => {
  it('is refunded once, by whatever way and however often the source says so', async () => {
    const { host, reference, status, post, balance, clock, source, store, events } = await examHost()
    const ref_id = await reference()
    await post(ref_id, SLOT)
    source.state.request = named('CANCELLED')
    await host.start()
    clock.advance(AN_HOUR_MS)
    await Promise.all([post(ref_id, named('CANCELLED')), post(ref_id, named('CANCELLED'))])
    const polls = () => [...store.tables.jobs.values()].filter(({ job }) => job.name === 'kernel.poll')
    await vi.waitFor(() => expect(polls().map(({ state }) => state)).toEqual(['done']), { timeout: 60_000 })
    await post(ref_id, named('CANCELLED'))
    expect(await balance()).toBe(inr('100'))
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['SCHEDULED', 'CANCELLED'])
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'CANCELLED', exam_date: '2026-11-18' })
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is refunded where the results come by asking alone', async () => {
    const { host, reference, balance, clock, source, store } = await examHost()
    await reference()
    source.state.request = named('EXPIRED')
    await host.start()
    clock.advance(AN_HOUR_MS)
    await vi.waitFor(async () => expect(await balance()).toBe(inr('100')), { timeout: 60_000 })
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is refunded where it lapsed before a slot was given, and not where the slot was missed', async () => {
    const { host, reference, post, balance } = await examHost()
    const [lapsed, missed] = [await reference(), await reference({ ...ASHA, ll_application_no: OTHER_APPLICATION })]
    expect(await balance()).toBe(inr('80'))
    await post(lapsed, named('EXPIRED'))
    expect(await balance()).toBe(inr('90'))
    await post(missed, SLOT)
    await post(missed, named('EXPIRED'))
    expect(await balance()).toBe(inr('90'))
    await host.stop()
  })

  it('is not an exam that was failed', async () => {
    const { host, reference, post, balance } = await examHost()
    const ref_id = await reference()
    await post(ref_id, named('FAILED'))
    await post(ref_id, named('CANCELLED'))
    expect(await balance()).toBe(inr('90'))
    await host.stop()
  })
})

describe('the sandbox', () => {
  it('plays an exam from the request to the licence, and refunds one that is cancelled', async () => {
    const { host, keys, clock, status, store, account } = await examHost()
    const ask = async (applicant: object) => {
      const reply = await host.call('ll-exam', applicant, keys.sandbox)
      return { ref_id: String(Object(reply.body).ref_id) }
    }
    const licensed = await ask(APPLICANTS.licensed)
    const unlisted = await ask(ASHA)
    const cancelled = await ask(APPLICANTS.cancelled)
    expect((await status(licensed, keys.sandbox)).body).toMatchObject({ exam_status: 'PENDING' })
    await host.start()
    await vi.waitFor(
      async () => {
        clock.advance(2_100)
        for (const reference of [licensed, unlisted])
          expect((await status(reference, keys.sandbox)).body).toMatchObject({
            exam_status: 'PASSED',
            ll_number: 'XX00/LL/0000001/2026',
          })
        expect((await status(cancelled, keys.sandbox)).body).toMatchObject({ exam_status: 'CANCELLED' })
      },
      { timeout: 60_000, interval: 600 },
    )
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(inr('180'))
    await host.stop()
  })
})
