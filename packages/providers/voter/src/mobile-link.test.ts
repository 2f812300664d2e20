import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { CARD, voterHost } from '../test/voter-host.ts'

describe('a request to link a mobile number', () => {
  it('is answered at once with a reference, and charged on acceptance', async () => {
    const { host, link, balance, source, events } = await voterHost()
    const reply = await link()
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(reply.body).toEqual({
      status: '200',
      message: 'The mobile link is pending and completes within 5 minutes',
      ...CARD,
      ref_id: source.arrived[0],
      application_no: source.arrived[0],
      amount: '7.50',
      balance_left: '92.50',
    })
    expect(await balance()).toMatchObject({ balance: inr('92.50'), held: 0 })
    expect(await events()).toEqual([])
    await host.stop()
  })

  it('needs the consent of the holder of the card', async () => {
    const { host, link, source } = await voterHost()
    expect(await link({ consentRef: undefined })).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(source.arrived).toEqual([])
    await host.stop()
  })

  it('costs nothing where the source says no at once, and says so again to the same request id', async () => {
    const { host, link, source, balance } = await voterHost()
    source.behaviour = 'refuses'
    const no = { status: 400, body: { status: '404', message: 'request failed' } }
    expect(await link()).toMatchObject({ ...no, outcome: 'none', code: 'REQUEST_FAILED' })
    expect(await link()).toMatchObject({ ...no, outcome: 'replay' })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
    await host.stop()
  })
})
