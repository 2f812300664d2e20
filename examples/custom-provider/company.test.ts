import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { expect, it } from 'vitest'
import company from './src/company.ts'

testPlugin(company)

it('charges the tier of a request, by its units', async () => {
  const { host, keys } = await createTestHost({ plugins: [company()] })
  const ask = async (more: object) => {
    const { body } = await host.call('company-details', { cin: 'U00000MH2000PLC000001', ...more }, keys.sandbox)
    return body
  }
  expect(await ask({})).toMatchObject({ meta: { charged: 1 } })
  expect(await ask({ full: true, pages: 4 })).toMatchObject({ meta: { charged: 12 } })
  await host.stop()
})
