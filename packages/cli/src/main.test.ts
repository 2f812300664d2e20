import { afterEach, expect, it } from 'vitest'
import { type Workplace, workplace } from '../test/workplace.ts'

let place: Workplace
afterEach(() => place[Symbol.asyncDispose]())

it('shows help and the version with 0', async () => {
  place = await workplace()
  expect(await place.parakh('--help')).toMatchObject({ code: 0, err: '' })
  expect((await place.parakh('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it.each([
  [['nothing']],
  [['accounts']],
  [['accounts', 'open']],
  [['accounts', 'create', '--name', 'A']],
  [['wallets', 'show', '--account', 'A', '--environment', 'live']],
  [['serve', '--port', '70000']],
  [['migrate', '--unknown']],
])('ends %j with 2 and nothing on standard output', async (args) => {
  place = await workplace()
  const { code, out, err } = await place.parakh(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).not.toBe('')
})

it('reports an unknown command group without a configuration', async () => {
  place = await workplace()
  const { code, err } = await place.parakh('gst', 'import', '--config', 'none.yaml')
  expect(code).toBe(2)
  expect(err).toContain("unknown command 'gst'")
})
