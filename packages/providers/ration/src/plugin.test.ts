import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CARD } from '../test/card-register.ts'
import { CARDS } from './fixtures/cards.ts'
import { HOUSEHOLDS } from './fixtures/households.ts'
import ration from './index.ts'

testPlugin(ration)

const fieldsOf = (body: unknown) => Object.keys(Object(body)).sort()
const MONEY = ['amount', 'application_no', 'balance_left', 'message', 'status']

async function sandbox() {
  const made = await createTestHost({ plugins: [ration()] })
  const { host, keys, store, account } = made
  const balance = async () => (await store.wallet.balance(account.id, 'sandbox')).balance
  return {
    ...made,
    ask: (endpoint: string, ration_no: string) => host.call(endpoint, { ration_no }, keys.sandbox),
    /** What a call took from the wallet. */
    spent: async (call: () => Promise<unknown>) => {
      const before = await balance()
      await call()
      return before - (await balance())
    },
  }
}

describe('the ration plugin in its sandbox', () => {
  it('answers the published fields of up-ration-to-aadhaar and no others', async () => {
    const { host, ask } = await sandbox()
    const { body } = await ask('up-ration-to-aadhaar', HOUSEHOLDS.sunita.ration_no)
    expect(fieldsOf(body)).toEqual([...MONEY, 'billable', 'data_mode', 'family', 'ration_no', 'source'].sort())
    expect(body).toMatchObject({
      amount: '15.00',
      message: 'Record found',
      family: [{ uid: '000000000101' }, {}, {}, {}],
    })
    const { family } = z.object({ family: z.array(z.unknown()) }).parse(body)
    for (const member of family)
      expect(fieldsOf(member)).toEqual(['dob', 'father_name', 'gender', 'name', 'relation', 'uid'])
    await host.stop()
  })

  it('charges for a family that the source charges for, and not for another', async () => {
    const { host, ask, spent } = await sandbox()
    const { sunita, kalawati } = HOUSEHOLDS
    expect(await spent(() => ask('up-ration-to-aadhaar', sunita.ration_no))).toBe(inr('15'))
    expect(await spent(() => ask('up-ration-to-aadhaar', kalawati.ration_no))).toBe(0)
    const reply = await ask('up-ration-to-aadhaar', kalawati.ration_no)
    expect(reply).toMatchObject({ status: 200, outcome: 'answer', body: { amount: '0.00', billable: 'N' } })
    await host.stop()
  })

  it('answers the record of a card with its document, numbers masked, for 5 INR', async () => {
    const { host, ask } = await sandbox()
    const { body } = await ask('ration-print', CARDS.sunita.ration_no)
    expect(body).toMatchObject({
      status: '200',
      amount: '5.00',
      head_of_family: 'SUNITA DEVI',
      member_count: 4,
      file_name: 'ration-card-0011.pdf',
      pages: 1,
      family: [{ uid: 'XXXX XXXX 0101', dob: '12/07/1984', name_local: 'सुनीता देवी' }, {}, {}, { uid: null }],
    })
    expect(fieldsOf(body)).toEqual(
      [
        ...MONEY,
        ...Object.keys(CARDS.sunita),
        ...['member_count', 'pdf_url', 'pdf_expires_in', 'file_name', 'pages'],
      ].sort(),
    )
    expect(JSON.stringify(body)).not.toContain('000000000101')
    await host.stop()
  })

  it.each(['up-ration-to-aadhaar', 'ration-print'])('%s says no in the legacy way, for nothing', async (endpoint) => {
    const { host, ask, spent } = await sandbox()
    const no = { status: 400, outcome: 'none', body: { status: '404', message: 'record not found' } }
    expect(await ask(endpoint, '000000000902')).toMatchObject(no)
    expect(await spent(() => ask(endpoint, '000000000902'))).toBe(0)
    await host.stop()
  })

  it.each(['up-ration-to-aadhaar', 'ration-print'])(
    '%s is locked in production without a licence',
    async (endpoint) => {
      const { host, keys } = await sandbox()
      const reply = await host.call(endpoint, { ration_no: CARD }, keys.production)
      expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED' })
      await host.stop()
    },
  )
})
