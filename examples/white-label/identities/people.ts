import { Aadhaar, Epic, Gstin } from '@parakh/core/formats'
import type * as z from 'zod'

const LETTERS = 'ABCDEFGHKLMNPRSTVWXY'
/** Begins each invented surname, and stands in no word. */
const MARK = 'QZX'
const SURNAME_LETTERS = 6

/** Somebody who does not exist, with numbers of the forms that production takes. Every text of it holds one of `marks`. */
export interface InventedPerson {
  readonly fields: Readonly<Record<string, string>>
  /** What must be found nowhere, normalised by `normalised`. */
  readonly marks: readonly string[]
}

/** Without what stands between the parts of a number or a name, in capitals: `%20` and `+` are spaces of URLs. */
export const normalised = (text: string): string => text.replaceAll(/%20|%40|[ +@_-]/g, '').toUpperCase()

/** The first text with a last character that a schema takes. */
function withCheck(schema: z.ZodType, begin: string, endings: string): string {
  for (const ending of endings) if (schema.safeParse(begin + ending).success) return begin + ending
  throw new TypeError(`no last character makes ${begin} valid`)
}

/** Letters that say a number, the same number of them always. */
function lettersOf(number: number): string {
  let [rest, text] = [number, '']
  for (let place = 0; place < SURNAME_LETTERS; place += 1) {
    text = `${LETTERS[rest % LETTERS.length]}${text}`
    rest = Math.floor(rest / LETTERS.length)
  }
  return text
}

/**
 * Makes up a person.
 *
 * @param index 0 to 9,998; people of two indexes share no field.
 */
export function inventedPerson(index: number): InventedPerson {
  const digits = String(index + 1).padStart(4, '0')
  const surname = `${MARK}${lettersOf(index * 7_919 + 1_000_003)}`
  const name = `ASHA ${surname}`
  const father = `VIKRAM ${surname}`
  const address = `FLAT ${index + 1} ${surname} ROAD PUNE`
  const pan = `${MARK}PQ${digits}Z`
  const aadhaar = withCheck(Aadhaar, `9876543${digits}`, '0123456789')
  const mobile = `987654${digits}`
  const vehicle = `MH12${MARK}${digits}`
  const numbers = {
    ...{ pan, aadhaar, mobile, vehicle },
    gstin: withCheck(Gstin, `27${pan}1Z`, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    chassis: `MA3${MARK}EYD000${digits}`,
    engine: `K12${MARK}N00${digits}`,
    licence: `MH12${MARK}2015${digits}`,
    application: `${MARK}00${digits}`,
    learner: `MH12/LL/${MARK}${digits}/2026`,
    epic: withCheck(Epic, `${MARK}12${digits}`, '0123456789'),
    ration: `20987654${digits}`,
    farmer: `${MARK}FARM${digits}`,
    challan: `MH${MARK}2508${digits}`,
    email: `asha.${surname.toLowerCase()}@people.example`,
  }
  const fields = {
    ...{ pan, panno: pan, pan_number: pan, aadhaar, aadhaar_no: aadhaar, uid: aadhaar },
    ...{ mobile, MobileNo: mobile, name, Name: name, name_local: name, local_name: name },
    ...{ owner_name: name, violator_name: name, farmer_name: name, head_of_family: name, head_of_family_local: name },
    ...{
      state_code: '27',
      legal_name: name,
      trade_name: name,
      father,
      father_name: father,
      father_or_husband_name: father,
    },
    ...{ rc_number: vehicle, vehicle_number: vehicle, chassis_number: numbers.chassis, engine_number: numbers.engine },
    ...{ dl_number: numbers.licence, ll_application_no: numbers.application, ll_number: numbers.learner },
    ...{ epic: numbers.epic, ration_no: numbers.ration, farmer_id: numbers.farmer, gstin: numbers.gstin },
    ...{ present_address: address, permanent_address: address, address_line1: address, street: address },
    ...{ challan_no: numbers.challan, email: numbers.email },
  }
  return { fields, marks: [surname, ...Object.values(numbers)].map(normalised) }
}

/** The same value, with each text under a name that a person has a field for become that field. */
export function about(person: InventedPerson, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => about(person, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' ? (person.fields[name] ?? item) : about(person, item),
    ]),
  )
}
