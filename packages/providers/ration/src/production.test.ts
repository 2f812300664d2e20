import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { AADHAAR, LICENCE, licensedHost } from '../test/card-register.ts'

const MASKED = 'XXXX XXXX 2346'

describe('the ration plugin in production', () => {
  it.each([
    ['masked', {}, MASKED],
    ['whole where the licence allows it', { fullIdentifiers: true }, AADHAAR],
  ])('up-ration-to-aadhaar answers Aadhaar numbers %s', async (_, allowed, shown) => {
    const { host, ask } = await licensedHost({ licence: { ...LICENCE, ...allowed } })
    const { body } = await ask('up-ration-to-aadhaar')
    expect(body).toMatchObject({ family: Array(4).fill({ uid: shown }) })
    if (shown === MASKED) expect(JSON.stringify(body)).not.toContain(AADHAAR)
    await host.stop()
  })

  it('ration-print answers them masked, whatever the licence allows', async () => {
    const { host, ask } = await licensedHost({ licence: { ...LICENCE, fullIdentifiers: true } })
    const { body } = await ask('ration-print')
    expect(body).toMatchObject({ family: Array(4).fill({ uid: MASKED }) })
    expect(JSON.stringify(body)).not.toContain(AADHAAR)
    await host.stop()
  })

  it.each(['up-ration-to-aadhaar', 'ration-print'])('%s asks for the consent of the holder', async (endpoint) => {
    const { host, ask } = await licensedHost()
    expect(await ask(endpoint, {})).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    await host.stop()
  })

  it.each(['up-ration-to-aadhaar', 'ration-print'])("%s never answers another family's card", async (endpoint) => {
    const { host, ask } = await licensedHost({ answers: { card: { ration_no: '216740999999' } } })
    expect(await ask(endpoint)).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNPROCESSABLE' })
    await host.stop()
  })

  it.each(['up-ration-to-aadhaar', 'ration-print'])(
    '%s neither answers nor charges a card of people without names',
    async (endpoint) => {
      const { host, ask, balance } = await licensedHost({ answers: { person: { name: '', relation: '' } } })
      expect(await ask(endpoint)).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNPROCESSABLE' })
      expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
      await host.stop()
    },
  )

  it('ration-print answers a card of which the register lacks much, and prints what it has', async () => {
    const card = { scheme_name: null, district: null, block: null, fps_id: null, fps_name: null, issue_date: null }
    const person = { dob: null, father_name: null, name_local: null, uid: null }
    const { host, ask } = await licensedHost({ answers: { card: { ...card, head_of_family_local: null }, person } })
    const { body } = await ask('ration-print')
    expect(body).toMatchObject({ status: '200', scheme_name: '', district: '', fps_id: '', issue_date: null, pages: 1 })
    expect(body).toMatchObject({ family: Array(4).fill({ dob: null, father_name: '', name_local: null, uid: null }) })
    await host.stop()
  })

  it('masked Aadhaar numbers are good enough for ration-print, and not for up-ration-to-aadhaar', async () => {
    const { host, ask } = await licensedHost({ answers: { person: { uid: 'XXXXXXXX2346' } } })
    expect((await ask('ration-print')).body).toMatchObject({ family: Array(4).fill({ uid: MASKED }) })
    expect(await ask('up-ration-to-aadhaar')).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNPROCESSABLE' })
    await host.stop()
  })
})
