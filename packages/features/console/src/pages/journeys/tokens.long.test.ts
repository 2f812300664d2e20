import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys, press, pressIn, store } from '../../../test/journey.ts'

describe('what an owner does about API tokens in the console', () => {
  let journeys: Journeys
  beforeAll(async () => {
    journeys = await openJourneys({})
  })
  afterAll(() => journeys[Symbol.asyncDispose]())

  it('makes one, which works and is shown once, and revokes it', async () => {
    const { page, context, faults } = await journeys.signedIn('owner', 'tokens')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await page.getByLabel('Name').fill('deploy')
    await page.getByLabel('keys:read').check()
    await pressIn(page, 'Create token')
    const [token = ''] = await store(page)
    expect(token).toMatch(/^adm_[0-9A-Za-z]{36}$/)
    const ask = () => fetch(`${journeys.demo.url}/admin/v1/keys`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    await page.reload()
    await page.getByText('deploy', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(token)
    await press(page, /^Revoke /)
    await pressIn(page, 'Revoke')
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await ask()).status).toBe(401)
    expect(faults.found).toEqual([])
    await context.close()
  })
})
