import type { Endpoint, IssuedDocument } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { Registration, type RegistrationRecord } from '../contract.ts'
import { CAR, ELECTRIC_SCOOTER } from '../fixtures/private-vehicles.ts'
import { rcPdf } from './rc-pdf.ts'
import { rcPrint } from './rc-print.ts'

const car = Registration.parse(CAR)
const issued: IssuedDocument = {
  pdf_url: 'https://documents.example/certificate',
  pdf_expires_in: 900,
  file_name: 'registration-certificate-0001.pdf',
  pages: 1,
}

/** Runs a handler against one record of its provider; gives its data, checked, or its error, and what was drawn. */
async function run(endpoint: Endpoint, record: RegistrationRecord | null) {
  const drawn: RegistrationRecord[] = []
  const context = {
    request: { rc_number: car.rc_number },
    provider: { vehicle: async () => record },
    // Each endpoint issues its own.
    [endpoint.id === 'rc-pdf' ? 'certificate' : 'card']: async (vehicle: RegistrationRecord) => {
      drawn.push(vehicle)
      return issued
    },
    answer: (data: object) => endpoint.data.strict().parse(data),
    fail: (code: string) => ({ code, ...endpoint.errors[code] }),
  }
  return { reply: await endpoint.handle(context as never), drawn }
}

describe('rc-pdf', () => {
  it('answers the particulars and where the certificate lies, and nothing else', async () => {
    const { reply, drawn } = await run(rcPdf as Endpoint, car)
    expect(reply).toEqual({
      rc_number: 'XX00AA0001',
      owner_name: 'ASHA RAO',
      maker_model: 'SWIFT VXI',
      fuel_type: 'PETROL',
      vehicle_class: 'Motor Car (LMV)',
      registration_date: '2021-03-18',
      fitness_upto: '2036-03-17',
      insurance_valid_upto: '2027-03-16',
      puc_valid_upto: '2026-09-30',
      blacklist_status: 'NOT BLACKLISTED',
      pdf_url: issued.pdf_url,
      pdf_expires_in: 900,
    })
    expect(drawn).toEqual([car])
  })
  it('answers null for a day that the vehicle does not have', async () => {
    const { reply } = await run(rcPdf as Endpoint, Registration.parse(ELECTRIC_SCOOTER))
    expect(reply).toMatchObject({ puc_valid_upto: null, insurance_valid_upto: '2028-08-08' })
  })
  it('says that there is no record, and draws nothing', async () => {
    const { reply, drawn } = await run(rcPdf as Endpoint, null)
    expect(reply).toEqual({ code: 'RC_NOT_FOUND', message: 'Vehicle record unavailable at source' })
    expect(drawn).toEqual([])
  })
})

describe('rc-print', () => {
  it('answers the whole record, the number of the chassis and of the engine masked, and the document', async () => {
    const { reply, drawn } = await run(rcPrint as Endpoint, car)
    expect(reply).toEqual({
      ...CAR,
      chassis_number: 'XXXXXXXXXXXX04512',
      engine_number: 'XXXXXXX71093',
      ...issued,
    })
    expect(drawn).toEqual([car])
  })
  it('says that there is no record, and draws nothing', async () => {
    const { reply, drawn } = await run(rcPrint as Endpoint, null)
    expect(reply).toEqual({ code: 'RC_NOT_FOUND', message: 'record not found' })
    expect(drawn).toEqual([])
  })
})
