import { type Endpoint, Identifier } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { CardRecord } from '../contract.ts'
import { CARDS } from '../fixtures/cards.ts'
import { HOUSEHOLDS } from '../fixtures/households.ts'
import { rationPrint } from './ration-print.ts'
import { upRationToAadhaar } from './up-ration-to-aadhaar.ts'

const PDF = { pdf_url: 'https://documents.example/1', pdf_expires_in: 900, file_name: 'ration-card.pdf', pages: 1 }

/** Runs a handler against one record of its provider; gives its data, checked, and whether it is charged, or the code of its refusal. */
async function run(endpoint: Endpoint, record: object | null): Promise<unknown> {
  const printed: unknown[] = []
  const ask = async () => record
  const context = {
    request: { ration_no: HOUSEHOLDS.sunita.ration_no },
    provider: new Proxy({}, { get: () => ask }),
    card: async (given: unknown) => {
      printed.push(given)
      return PDF
    },
    answer: (data: object, more: { billable?: boolean } = {}) => ({
      data: endpoint.data.strict().parse(data),
      billable: more.billable ?? true,
      printed,
    }),
    fail: (code: string) => {
      expect(Object.keys(endpoint.errors)).toContain(code)
      return code
    },
    reveal: (id: Identifier) => id.masked,
  }
  return endpoint.handle(context as never)
}

/** A household with its Aadhaar numbers as the host parses them. */
const parsed = (household: (typeof HOUSEHOLDS)[keyof typeof HOUSEHOLDS]) => ({
  ...household,
  family: household.family.map((member) => ({
    ...member,
    uid: member.uid && new Identifier(member.uid, `XXXX XXXX ${member.uid.slice(-4)}`),
  })),
})

describe('up-ration-to-aadhaar', () => {
  const ask = (record: object | null) => run(upRationToAadhaar as Endpoint, record)

  it('answers the family, births as DD/MM/YYYY, genders as words and numbers revealed', async () => {
    expect(await ask(parsed(HOUSEHOLDS.sunita))).toMatchObject({
      billable: true,
      data: {
        ration_no: '000000000011',
        data_mode: 'LIVE',
        source: 'FCS-UP',
        billable: 'Y',
        family: [
          {
            name: 'SUNITA DEVI',
            relation: 'SELF',
            dob: '12/07/1984',
            uid: 'XXXX XXXX 0101',
            gender: 'Female',
            father_name: 'RAM SEWAK YADAV',
          },
          { name: 'RAJESH KUMAR', dob: '01/01/1980', gender: 'Male' },
          { name: 'ANKIT KUMAR', uid: 'XXXX XXXX 0103' },
          { name: 'PARI', uid: null },
        ],
      },
    })
  })
  it("is free where the source's billable is N, and says so", async () => {
    const free = { billable: false, data: { billable: 'N', family: [{ name: 'KALAWATI', dob: null }] } }
    expect(await ask(parsed(HOUSEHOLDS.kalawati))).toMatchObject(free)
  })
  it('says that there is no such card', async () => {
    expect(await ask(null)).toBe('RECORD_NOT_FOUND')
    expect(upRationToAadhaar.errors['RECORD_NOT_FOUND']?.message).toBe('record not found')
  })
})

describe('ration-print', () => {
  const ask = (record: object | null) => run(rationPrint as Endpoint, record)
  const card = CardRecord.parse(CARDS.sunita)

  it('answers the record and its document', async () => {
    const { family: _, ...rest } = CARDS.sunita
    expect(await ask(card)).toMatchObject({
      billable: true,
      data: {
        ...rest,
        ...PDF,
        member_count: 4,
        family: [
          { name: 'SUNITA DEVI', name_local: 'सुनीता देवी', dob: '12/07/1984', uid: 'XXXX XXXX 0101', gender: 'Female' },
          { name: 'RAJESH KUMAR', uid: 'XXXX XXXX 0102' },
          { name: 'ANKIT KUMAR', uid: 'XXXX XXXX 0103' },
          { name: 'PARI', uid: null },
        ],
      },
      printed: [card],
    })
  })
  it('never holds a whole Aadhaar number: it is masked as soon as the record is parsed', async () => {
    expect(JSON.stringify([card, await ask(card)])).not.toMatch(/000000000(?!011)[0-9]{3}/)
  })
  it('answers null for what the source does not have', async () => {
    const sparse = {
      head_of_family_local: null,
      member_count: 1,
      family: [{ dob: null, name_local: null, father_name: '' }],
    }
    expect(await ask(CardRecord.parse(CARDS.kalawati))).toMatchObject({ data: sparse })
  })
  it('says that there is no such card', async () => {
    expect(await ask(null)).toBe('RECORD_NOT_FOUND')
  })
})
