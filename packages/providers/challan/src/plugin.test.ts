import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { HELMET, PARKING, PARTLY_PAID, SPEEDING } from './fixtures/challans.ts'
import challan, { ChallanProvider } from './index.ts'

testPlugin(challan)

/** A live provider that answers what it is told to. */
const told = (answers: { record: object | null }) =>
  ChallanProvider.implement({
    id: 'told',
    options: z.strictObject({}),
    make: () => ({ challans: async () => answers.record as never }),
  })({})

describe('the challan plugin on a host', async () => {
  const answers: { record: object | null } = { record: null }
  const { host, keys } = await createTestHost({ plugins: [challan({ live: told(answers) })] })
  const ask = (input: object, key = keys.sandbox) => host.call('vehicle-challan', input, key)
  afterAll(() => host.stop())

  it('answers the legacy fields and no others', async () => {
    const reply = await ask({ vehicle_number: 'XX00AA0001' })
    expect(Object.keys(Object(reply.body)).sort()).toEqual([
      'amount',
      'application_no',
      'balance_left',
      'challan_count',
      'challans',
      'message',
      'pending_amount',
      'pending_count',
      'status',
      'vehicle_number',
    ])
    expect(reply.body).toMatchObject({ status: '200', amount: '5.00', challan_count: 3, pending_count: 2 })
    expect(reply.body).toMatchObject({ pending_amount: 2000, challans: [SPEEDING, PARTLY_PAID, PARKING] })
  })

  it.each(['sandbox', 'production'] as const)(
    'bills the answer that there is no challan in %s',
    async (environment) => {
      answers.record = { vehicle_number: 'XX00EV0003', challans: [] }
      const reply = await ask({ vehicle_number: 'xx-00 ev 0003' }, keys[environment])
      expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
      expect(reply.body).toMatchObject({
        status: '200',
        amount: '5.00',
        vehicle_number: 'XX00EV0003',
        challan_count: 0,
        pending_count: 0,
        pending_amount: 0,
        challans: [],
      })
    },
  )

  it.each([{ vehicle_number: 'XX00NF0005' }, { vehicle_number: 'XX00AA0001', chassis_number: '99999' }])(
    'says no in the legacy way, and charges nothing: %o',
    async (input) => {
      const reply = await ask(input)
      expect(reply).toMatchObject({ status: 400, code: 'VEHICLE_NOT_FOUND', outcome: 'none' })
      expect(reply.body).toEqual({ status: '404', message: 'record not found' })
    },
  )

  it('answers unlisted input under its own number', async () => {
    const reply = await ask({ vehicle_number: '22 BH 1234 AA' })
    expect(reply).toMatchObject({ status: 200, body: { vehicle_number: '22BH1234AA' } })
  })

  it.each([
    ['left out', {}],
    ['called null', Object.fromEntries(Object.keys(SPEEDING).map((name) => [name, null]))],
  ])('fills what a live source has %s, and takes its number as it writes it', async (_, lacking) => {
    const { state, challan_no, challan_date, department, amount, status, court_challan } = SPEEDING
    const record = { ...lacking, state, challan_no, challan_date, department, amount, status, court_challan }
    answers.record = { vehicle_number: 'MH 12 AB 1234', challans: [record] }
    const reply = await ask({ vehicle_number: 'MH12AB1234' }, keys.production)
    const none = { owner_name: '', violator_name: '', offences: [], place: '', rto: '', received_amount: 0 }
    expect(reply).toMatchObject({ status: 200, body: { vehicle_number: 'MH12AB1234', pending_amount: 1000 } })
    expect(Object(reply.body).challans).toEqual([{ ...record, ...none, payment_date: null, receipt_no: null }])
  })

  it.each([{}, { section: null, penalty: null }])('takes an offence of which little is told: %j', async (lacking) => {
    const offence = { name: 'Disobeying a traffic signal', ...lacking }
    answers.record = { vehicle_number: 'MH12AB1234', challans: [{ ...SPEEDING, offences: [offence] }] }
    const reply = await ask({ vehicle_number: 'MH12AB1234' }, keys.production)
    expect(reply.body).toMatchObject({ challans: [{ offences: [{ ...offence, section: '', penalty: null }] }] })
  })

  it.each([
    ['challans of another vehicle', { vehicle_number: 'MH12AB9999', challans: [HELMET] }],
    ['no list of challans', { vehicle_number: 'MH12AB1234' }],
    ['null in the place of the list', { vehicle_number: 'MH12AB1234', challans: null }],
    ['a challan of an unknown status', { vehicle_number: 'MH12AB1234', challans: [{ ...HELMET, status: 'Open' }] }],
    ['a fine below zero', { vehicle_number: 'MH12AB1234', challans: [{ ...HELMET, amount: -1 }] }],
  ])('never answers %s', async (_, record) => {
    answers.record = record
    const reply = await ask({ vehicle_number: 'MH12AB1234' }, keys.production)
    expect(reply).toMatchObject({ status: 400, code: 'UPSTREAM_UNPROCESSABLE', outcome: 'failed' })
  })
})

it('serves the sandbox alone without a live provider', async () => {
  const { host, keys } = await createTestHost({ plugins: [challan()] })
  const reply = await host.call('vehicle-challan', { vehicle_number: 'MH12AB1234' }, keys.production)
  expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED', outcome: 'refused' })
  await host.stop()
})
