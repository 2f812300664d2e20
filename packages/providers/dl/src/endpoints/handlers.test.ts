import type { Endpoint } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { DrivingLicence } from '../contract.ts'
import { CAR_AND_MOTORCYCLE, OLDER_FORMAT, TRANSPORT } from '../fixtures/licences.ts'
import { dlPdf } from './dl-pdf.ts'
import { dlPrint } from './dl-print.ts'

const ISSUED = {
  pdf_url: 'https://documents.example/1',
  pdf_expires_in: 900,
  file_name: 'driving-licence-0001.pdf',
  pages: 1,
}

/** Runs a handler against one record of its provider; gives its data, checked, or the code of its refusal. */
async function run(endpoint: Endpoint, licence: object | null) {
  const issued: unknown[] = []
  const record = licence && DrivingLicence.parse(licence)
  const context = {
    request: { dl_number: CAR_AND_MOTORCYCLE.dl_number, dob: CAR_AND_MOTORCYCLE.dob },
    provider: { licence: async () => record },
    // Each endpoint issues its own.
    [endpoint.id === 'dl-pdf' ? 'extract' : 'card']: async (given: unknown) => {
      issued.push(given)
      return ISSUED
    },
    answer: (data: object) => endpoint.data.strict().parse(data),
    fail: (code: string) => {
      expect(Object.keys(endpoint.errors)).toContain(code)
      return code
    },
  }
  return { result: (await endpoint.handle(context as never)) as unknown, issued, record }
}

describe('dl-pdf', () => {
  const ask = (licence: object | null) => run(dlPdf as Endpoint, licence)

  it('answers the fields of the specification and the extract of the whole record', async () => {
    const { result, issued, record } = await ask(CAR_AND_MOTORCYCLE)
    expect(result).toEqual({
      dl_number: 'XX0020150000001',
      name: 'ASHA RAO',
      dob: '1990-01-15',
      issuing_rto: 'RTO PUNE, MAHARASHTRA',
      vehicle_classes: ['MCWG', 'LMV'],
      valid_from: '2015-06-22',
      valid_upto: '2035-06-21',
      status: 'ACTIVE',
      pdf_url: ISSUED.pdf_url,
      pdf_expires_in: 900,
    })
    expect(issued).toEqual([record])
  })

  it('tells the validity for non-transport vehicles, and that for transport vehicles only where there is no other', async () => {
    expect((await ask(TRANSPORT)).result).toMatchObject({ valid_from: '2006-02-14', valid_upto: '2034-11-29' })
    expect((await ask(OLDER_FORMAT)).result).toMatchObject({ valid_from: '2024-12-06', valid_upto: '2029-12-05' })
  })

  it('says null where the register has no validity', async () => {
    const licence = { ...OLDER_FORMAT, non_transport_from: '1999-12-06', transport_from: null, transport_upto: null }
    expect((await ask(licence)).result).toMatchObject({ valid_from: '1999-12-06', valid_upto: null })
  })

  it('issues nothing where there is no such licence', async () => {
    expect(await ask(null)).toMatchObject({ result: 'DL_NOT_FOUND', issued: [] })
  })
})

describe('dl-print', () => {
  const ask = (licence: object | null) => run(dlPrint as Endpoint, licence)

  it('answers the whole record, its status under a name of its own, and where the card lies', async () => {
    const { result, issued, record } = await ask(TRANSPORT)
    const { status, ...rest } = TRANSPORT
    expect(result).toEqual({ ...rest, dl_status: status, ...ISSUED })
    expect(issued).toEqual([record])
  })

  it('issues nothing where there is no such licence', async () => {
    expect(await ask(null)).toMatchObject({ result: 'DL_NOT_FOUND', issued: [] })
    expect(dlPrint.errors['DL_NOT_FOUND']?.message).toBe('record not found')
  })
})
