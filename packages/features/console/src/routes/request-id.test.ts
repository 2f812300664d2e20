import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'

let place: ConsolePlace
let process: ConsoleProcess
beforeAll(async () => {
  place = await consolePlace('sqlite3')
  process = await place.open()
})
afterAll(() => place.end())

it('a refusal of the sign-in names its request, in the header and the body, as the admin API does', async () => {
  const browser = process.browser()
  const refused = await browser.post('/sign-in', { sign_in: '0'.repeat(40), code: '00000000' })
  expect(refused.requestId).toMatch(/^[0-9A-Z]{26}$/)
  expect(refused.headers['x-request-id']).toBe(refused.requestId)
  const forged = await browser.send('POST', '/console/sign-out', { body: {} })
  expect([forged.code, forged.requestId]).toEqual(['REQUEST_FORGED', forged.headers['x-request-id']])
  const ofAdmin = await browser.admin('GET', '/me')
  expect([ofAdmin.status, ofAdmin.requestId]).toEqual([401, ofAdmin.headers['x-request-id']])
})
