import { describe, expect, it } from 'vitest'
import { Aadhaar, Mobile, PAN_CATEGORIES, Pan, panCategory } from '../formats/index.ts'
import {
  COMPANIES,
  FARMERS,
  farmerOf,
  holderOf,
  inventedPan,
  PERSONS,
  personOf,
  rowFor,
  SAMPLE_FARMERS,
  SAMPLE_PERSONS,
  type SandboxCompany,
  type SandboxPerson,
  VEHICLES,
  vehicleOf,
} from './index.ts'

const persons: readonly SandboxPerson[] = Object.values(PERSONS)
const companies: readonly SandboxCompany[] = Object.values(COMPANIES)
const pans = [...persons, ...companies].flatMap(({ pan }) => pan ?? [])
const aadhaars = persons.flatMap(({ aadhaar }) => aadhaar ?? [])

describe('the people of the sandbox', () => {
  it('cannot exist', () => {
    expect(pans.filter((pan) => !/^[A-Z]{5}0000[A-Z]$/.test(pan) || Pan.safeParse(pan).success)).toEqual([])
    expect(aadhaars.filter((number) => !/^0[0-9]{11}$/.test(number) || Aadhaar.safeParse(number).success)).toEqual([])
    expect(persons.filter(({ mobile }) => !/^0[0-9]{9}$/.test(mobile) || Mobile.safeParse(mobile).success)).toEqual([])
    expect(persons.filter(({ address }) => !/ 0[0-9]{5}$/.test(address))).toEqual([])
  })
  it('have numbers and names of their own', () => {
    const names = [...persons, ...companies].map(({ name }) => name)
    for (const all of [pans, aadhaars, names]) expect(new Set(all).size).toBe(all.length)
    const masked = aadhaars.map((number) => number.slice(-4))
    expect(new Set(masked).size).toBe(masked.length)
  })
  it('are persons by the fourth letter of their PAN, and there is a holder of every other kind', () => {
    for (const { pan } of persons) if (pan !== null) expect(panCategory(pan)).toBe('person')
    const kinds = new Set([...companies.map(({ pan }) => panCategory(pan)), 'person'])
    expect(kinds).toEqual(new Set(Object.values(PAN_CATEGORIES)))
  })
})

describe('the row of an identifier', () => {
  it('is its own row if it is listed', () => {
    expect(holderOf(PERSONS.meera.pan)).toBe(PERSONS.meera)
    expect(holderOf(COMPANIES.lotus.pan)).toBe(COMPANIES.lotus)
    expect(personOf(PERSONS.kabir.aadhaar)).toBe(PERSONS.kabir)
    expect(vehicleOf(VEHICLES.lorry.number)).toBe(VEHICLES.lorry)
    expect(farmerOf(FARMERS.salim.farmerId)).toBe(FARMERS.salim)
  })
  it('is the same in every process: what is published stays', () => {
    const named = (list: readonly string[], name: (value: string) => string) => list.map(name)
    expect(named(['ABCPE1234F', 'BNZPM2501J', 'ZZZPZ9999Z'], (pan) => holderOf(pan).name)).toEqual([
      'HARI PRASAD VERMA',
      'ASHA RAO',
      'KABIR MENON',
    ])
    expect(named(['234123412346', '999941057058'], (number) => personOf(number).name)).toEqual([
      'HARI PRASAD VERMA',
      'KABIR MENON',
    ])
    expect(named(['MH12AB1234', 'DL1CAB1234'], (number) => vehicleOf(number).number)).toEqual([
      'XX00AA0001',
      'XX00AA0001',
    ])
  })
  it('is of the kind that the fourth letter of a PAN names', () => {
    for (const letter of Object.keys(PAN_CATEGORIES)) {
      const { pan } = holderOf(`AAB${letter}R5055K`)
      expect(panCategory(pan ?? '')).toBe(panCategory(`AAB${letter}R5055K`))
    }
  })
  it('is each of the rows for some identifier', () => {
    const asked = Array.from({ length: 64 }, (_, place) => `ABCPE${1000 + place}F`)
    expect(new Set(asked.map((pan) => rowFor(SAMPLE_PERSONS, pan)))).toEqual(new Set(SAMPLE_PERSONS))
    expect(new Set(asked.map((id) => farmerOf(id)))).toEqual(new Set(SAMPLE_FARMERS))
  })
  it('has further identifiers: each sample person has a PAN, an Aadhaar number and a farmer id', () => {
    const farming = Object.values(FARMERS).map(({ person }) => person.aadhaar)
    for (const { aadhaar } of SAMPLE_PERSONS) expect(farming).toContain(aadhaar)
  })
})

describe('an invented PAN', () => {
  const invented = Array.from({ length: 500 }, (_, place) => inventedPan(`NAME ${place} 1980-01-01`))

  it('is a person that cannot exist and that the table does not have', () => {
    for (const pan of invented) expect(pan).toMatch(/^[B-Z][A-Z]{2}P[A-Z]0000[A-Z]$/)
    expect(pans.filter((pan) => !pan.startsWith('A'))).toEqual([])
  })
  it('is the same for the same, and another for others', () => {
    expect(inventedPan('NAME 7 1980-01-01')).toBe(invented[7])
    expect(new Set(invented).size).toBe(invented.length)
  })
})
