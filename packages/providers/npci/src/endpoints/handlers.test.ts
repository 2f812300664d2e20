import { type Endpoint, Identifier } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { mappingOf } from '../fixtures.ts'
import { npciStatus } from './npci-status.ts'

const ASHA = mappingOf('000000000001')
const KABIR = mappingOf('000000000019')
const aadhaar = new Identifier(ASHA.aadhaar, 'XXXX XXXX 0001')

/** Runs the handler against one record of its provider; gives its data, checked, or the code of its refusal. */
async function ask(record: object | null): Promise<unknown> {
  const endpoint = npciStatus as Endpoint
  const context = {
    request: { aadhaar },
    provider: { mapping: async () => record },
    answer: (data: object) => endpoint.data.strict().parse(data),
    fail: (code: string) => {
      expect(Object.keys(endpoint.errors)).toContain(code)
      return code
    },
    reveal: (id: Identifier) => id.masked,
  }
  return endpoint.handle(context as never)
}

describe('npci-status', () => {
  it('answers bank and holder under their published names, the number revealed', async () => {
    expect(await ask({ ...ASHA, aadhaar })).toEqual({
      aadhaar: 'XXXX XXXX 0001',
      npcidata: { bank_Name: 'STATE BANK OF INDIA', status: 'ACTIVE', last_Updated_Date: '2024-03-09T11:42:07' },
      uidaidata: { uid: 'XXXX XXXX 0001', name: 'ASHA RAO', localName: 'आशा राव', mobile: 'XXXXXX0001' },
    })
  })
  it('reveals the number of the record, not that of the question alone', async () => {
    const other = new Identifier(KABIR.aadhaar, 'XXXX XXXX 0019')
    expect(await ask({ ...ASHA, aadhaar: other })).toMatchObject({ uidaidata: { uid: 'XXXX XXXX 0019' } })
  })
  it.each([
    ['0000000001', 'XXXXXX0001'],
    ['+910000000001', 'XXXXXX0001'],
    ['******0001', 'XXXXXX0001'],
    ['', ''],
  ])('never answers more than the last four digits of a mobile number: %s', async (mobile, masked) => {
    expect(await ask({ ...ASHA, aadhaar, mobile })).toMatchObject({ uidaidata: { mobile: masked } })
  })
  it('says that there is no such record', async () => {
    expect(await ask(null)).toBe('RECORD_NOT_FOUND')
    expect(npciStatus.errors['RECORD_NOT_FOUND']?.message).toBe('record not found')
  })
})
