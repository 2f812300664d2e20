import { userInfo } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type Workplace, workplaceWithAccount } from '../../test/workplace.ts'

let place: Workplace & { readonly account: string }
beforeEach(async () => {
  const standing = "'@parakh/pan': { consent: { notice: '2026-01', standing: true } }"
  place = await workplaceWithAccount(CONFIGURATION.replace("'@parakh/pan': {}", standing))
})
afterEach(() => place[Symbol.asyncDispose]())

it('writes a standing declaration down, shows it, and ends it', async () => {
  const consents = (verb: string, ...more: string[]) =>
    place.parakh('consents', verb, place.account, '--plugin', 'pan', '--json', ...more)
  expect((await consents('show')).json()).toEqual({ declared: null })
  expect((await consents('declare', '--reference', 'agreement-7')).json()).toEqual({ ok: true, notice: '2026-01' })
  expect((await consents('show')).json()).toEqual({
    declared: { reference: 'agreement-7', notice: '2026-01', actor: userInfo().username },
  })
  expect((await consents('withdraw')).json()).toEqual({ ok: true, withdrawn: true })
  expect((await consents('withdraw')).json()).toEqual({ ok: true, withdrawn: false })
})

it('is refused for a plugin whose policy accepts no standing consent', async () => {
  const refused = await place.parakh('consents', 'declare', place.account, '--plugin', 'ifsc', '--reference', 'a')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('its policy accepts no standing declaration')
})
