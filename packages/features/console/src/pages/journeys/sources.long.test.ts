import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfAccess } from '../../../test/accessibility.ts'
import { type Journeys, openJourneys, pressIn } from '../../../test/journey.ts'

const PAN = 'ABCPE1234F'

describe('what operators do about sources in the console', () => {
  let upstream: FakeUpstream
  let journeys: Journeys
  beforeAll(async () => {
    upstream = await fakeUpstream()
    journeys = await openJourneys({ panUrl: upstream.url })
  })
  afterAll(async () => {
    await journeys[Symbol.asyncDispose]()
    await upstream.close()
  })

  it('an operator tests a mapping, sees the broken field, and reads a recorded reply after it is mended', async () => {
    upstream.answer(reply.json({ pan: PAN, name: 'ASHA RAO', seeded: 'yes' }))
    const { page, context, faults } = await journeys.operator('admin', 'sources')
    await page.getByText('those of this server process alone').waitFor()
    await page
      .getByRole('row', { name: /pan\/http#0.*Asked/ })
      .getByRole('button')
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByText('Callers are answered by this source first.').waitFor()
    await panel.getByRole('textbox', { name: 'pan', exact: true }).fill(PAN)
    await pressIn(page, 'Send')
    const result = panel.getByRole('status')
    await result.getByText('aadhaar_seeded').waitFor()
    expect(await result.textContent()).toMatch(/Failed.*HTTP 200.*Answer not usable.*invalid_type/)
    expect(await faultsOfAccess(page)).toEqual([])
    const recorded = { status: 200, body: { pan: PAN, name: 'ASHA RAO', seeded: true } }
    await panel.getByLabel('Recorded reply').fill(JSON.stringify(recorded))
    await pressIn(page, 'Read the reply')
    await result.getByText('XXXXXX234F').waitFor()
    expect(await result.textContent()).toContain('ASHA RAO')
    expect(upstream.requests).toHaveLength(1)
    await context.close()
    expect(faults.found).toEqual([])
  })

  it('support sees sources, and tests none', async () => {
    const { page, context } = await journeys.operator('support', 'sources')
    await page.getByRole('row', { name: 'pan/http#0' }).getByRole('button').click()
    await page.getByRole('dialog').getByText('Used by').first().waitFor()
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0)
    await context.close()
  })
})
