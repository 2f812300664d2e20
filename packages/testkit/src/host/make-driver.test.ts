import { token } from '@parakh/core'
import { type PaymentGateway, PaymentGateways } from '@parakh/funding/contract'
import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { makeDriver } from './make-driver.ts'

const Log = token<(line: string) => void>('test.log')
const till = PaymentGateways.driver({
  id: 'till',
  options: z.object({ most: z.string().transform(Number), currency: z.string().default('INR') }),
  needs: { log: Log },
  make: ({ name, options, log }) => {
    log(`${name} ${options.most + 1} ${options.currency}`)
    return { read: () => null }
  },
})

it('makes the part of a driver, typed, from options as they are written', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const gateway = await makeDriver(till, { most: '5' }, { log })
  expectTypeOf(gateway).toEqualTypeOf<PaymentGateway>()
  expect(gateway.read).toBeTypeOf('function')
  await makeDriver(till, { most: '5', currency: 'USD' }, { log, name: 'main' })
  expect(lines).toEqual(['test 6 INR', 'main 6 USD'])
})

it('refuses options that the schema of the driver does not take', async () => {
  const wrong: { most: string } = { most: '5', mots: '6' } as { most: string }
  await expect(makeDriver(till, wrong)).rejects.toThrow('mots')
})
