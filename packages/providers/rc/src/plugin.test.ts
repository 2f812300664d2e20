import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { RcProvider, Registration } from './contract.ts'
import { LORRY } from './fixtures/commercial-vehicle.ts'
import { CAR } from './fixtures/private-vehicles.ts'
import rc from './index.ts'

testPlugin(rc)

describe('the RC plugin on a host', async () => {
  const { host, keys } = await createTestHost({ plugins: [rc()] })
  afterAll(() => host.stop())

  it('answers what rc-pdf promises, and no more', async () => {
    const reply = await host.call('rc-pdf', { rc_number: CAR.rc_number }, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, body: { success: true, meta: { charged: 6 } } })
    expect(Object.keys(Object(reply.data)).sort()).toEqual([
      'blacklist_status',
      'fitness_upto',
      'fuel_type',
      'insurance_valid_upto',
      'maker_model',
      'owner_name',
      'pdf_expires_in',
      'pdf_url',
      'puc_valid_upto',
      'rc_number',
      'registration_date',
      'vehicle_class',
    ])
  })

  it('answers the whole record and its document in the legacy way', async () => {
    const reply = await host.call('rc-print', { rc_number: 'xx-00-t-0004' }, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(Object.keys(Object(reply.body)).sort()).toEqual(
      [
        ...['status', 'application_no', 'message', 'amount', 'balance_left'],
        ...['pdf_url', 'pdf_expires_in', 'file_name', 'pages'],
        ...Object.keys(Registration.shape),
      ].sort(),
    )
    expect(reply.body).toMatchObject({
      ...{ status: '200', message: 'Record found', amount: '5.00', file_name: 'registration-card-0004.pdf' },
      ...{ owner_name: LORRY.owner_name, father_name: '', blacklist_status: LORRY.blacklist_status },
    })
  })

  it.each(['mh12ab1234', 'MH 12 AB 1234', 'MH-12-AB-1234', ' MH12AB1234', 'xx00aa0001'])(
    'takes the number of rc-pdf in the published pattern alone, and rc-print takes %s',
    async (rc_number) => {
      const modern = await host.call('rc-pdf', { rc_number }, keys.sandbox)
      expect(modern).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', outcome: 'refused' })
      expect(await host.call('rc-print', { rc_number }, keys.sandbox)).toMatchObject({ status: 200 })
    },
  )

  it('says no in the way of each envelope, and charges nothing', async () => {
    const modern = await host.call('rc-pdf', { rc_number: 'XX00NF0005' }, keys.sandbox)
    expect(modern).toMatchObject({ status: 404, code: 'RC_NOT_FOUND', outcome: 'none' })
    expect(modern.body).toMatchObject({
      error: { message: 'Vehicle record unavailable at source' },
      meta: { charged: 0 },
    })
    const legacy = await host.call('rc-print', { rc_number: 'XX00NF0005' }, keys.sandbox)
    expect(legacy).toMatchObject({ status: 400, outcome: 'none', body: { status: '404', message: 'record not found' } })
  })

  it.each(['MH12AB1234', '22BH1234AA'])('answers %s, which it does not list, as that vehicle', async (rc_number) => {
    const reply = await host.call('rc-print', { rc_number }, keys.sandbox)
    expect(reply.body).toMatchObject({ rc_number, file_name: 'registration-card-1234.pdf' })
  })

  it('never answers the whole number of a chassis or an engine', async () => {
    for (const { example, status } of await host.scenarios()) {
      const text = JSON.stringify(example)
      expect(text.includes('chassis_number')).toBe(status === 200 && text.includes('engine_number'))
      expect(text).not.toMatch(/"(chassis|engine)_number":"(?!X{5,}[0-9A-Z]{5}")/)
    }
  })

  it('serves the sandbox alone without a live provider', async () => {
    const reply = await host.call('rc-pdf', { rc_number: 'MH12AB1234' }, keys.production)
    expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED', outcome: 'refused' })
  })
})

describe('a live provider of vehicles', async () => {
  const source = RcProvider.implement({
    id: 'register',
    options: z.strictObject({}),
    make: () => ({
      // It writes numbers with spaces, and confuses two vehicles.
      vehicle: async ({ rc_number }) => ({
        ...CAR,
        rc_number: rc_number === 'MH12AB1234' ? 'mh 12 ab 1234' : 'MH12AB9999',
      }),
    }),
  })
  const { host, keys } = await createTestHost({ plugins: [rc({ live: source({}) })] })
  afterAll(() => host.stop())

  it('may give whole numbers: they are masked', async () => {
    const reply = await host.call('rc-print', { rc_number: 'MH12AB1234' }, keys.production)
    expect(reply.body).toMatchObject({
      rc_number: 'MH12AB1234',
      chassis_number: 'XXXXXXXXXXXX04512',
      engine_number: 'XXXXXXX71093',
    })
  })

  it('is not believed when it answers another vehicle', async () => {
    const reply = await host.call('rc-pdf', { rc_number: 'MH12AB0001' }, keys.production)
    expect(reply).toMatchObject({ status: 422, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
    expect(reply.body).toMatchObject({ meta: { charged: 0 } })
  })
})
