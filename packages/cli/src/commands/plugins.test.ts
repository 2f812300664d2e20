import { afterEach, expect, it } from 'vitest'
import { type Workplace, workplace } from '../../test/workplace.ts'

let place: Workplace
afterEach(() => place[Symbol.asyncDispose]())

interface Listed {
  plugins: { id: string; endpoints: { id: string; environments: Record<string, object> }[]; commands: object[] }[]
}

it('lists where each endpoint answers, its price and where that comes from', async () => {
  place = await workplace()
  const { plugins } = (await place.parakh('plugins', 'list', '--json')).json<Listed>()
  const ifsc = plugins.find(({ id }) => id === 'ifsc')
  expect(ifsc?.endpoints.find(({ id }) => id === 'bank-ifsc-details')).toMatchObject({
    method: 'GET',
    path: '/api/v1/bank-ifsc-details',
    price: '0.50',
    price_source: 'plugin',
    environments: { sandbox: { active: true }, production: { active: true } },
  })
  expect(ifsc?.commands).toMatchObject([{ command: 'parakh ifsc import' }])
})

it('says why an endpoint does not answer in production', async () => {
  place = await workplace()
  const { plugins } = (await place.parakh('plugins', 'list', '--json')).json<Listed>()
  const pan = plugins.find(({ id }) => id === 'pan')?.endpoints.find(({ id }) => id === 'pan-details')
  expect(pan?.environments['production']).toEqual({ active: false, reason: expect.stringMatching(/./) })
  expect((await place.parakh('plugins', 'list')).out).toMatch(/pan-details.*active +no: /)
})
