import { maskAadhaar } from '@parakh/core/formats'
import * as z from 'zod'

/** One thing that an answer tells: `pan AAAPR0000A` has the `name` ASHA RAO. */
export interface Fact {
  /** Kind and value of an identifier. */
  readonly of: string
  readonly what: string
  readonly value: string
}

type Fields = Readonly<Record<string, unknown>>
const Answer = z.record(z.string(), z.unknown())
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const rows = (value: unknown): readonly Fields[] => z.array(Answer).parse(value)
/** What is left out, null or empty tells nothing. */
const about = (of: string, told: Readonly<Record<string, unknown>>): readonly Fact[] =>
  Object.entries(told).flatMap(([what, value]) => (text(value) === '' ? [] : [{ of, what, value: text(value) }]))
const isoDay = (slashed: unknown): string => text(slashed).split('/').reverse().join('-')

const gstin = (value: unknown, legalName: unknown): readonly Fact[] => [
  ...about(`gstin ${value}`, { name: legalName }),
  ...about(`pan ${text(value).slice(2, 12)}`, { name: legalName }),
]
const licence = (told: Fields): readonly Fact[] =>
  about(`licence ${told['dl_number']}`, { name: told['name'], father: told['father_or_husband_name'] })
const registration = (told: Fields): readonly Fact[] =>
  about(`vehicle ${told['rc_number']}`, { owner: told['owner_name'], chassis: text(told['chassis_number']).slice(-5) })
const family = (told: Fields, masks: boolean): readonly Fact[] =>
  rows(told['family']).flatMap((member) => [
    ...about(`card ${told['ration_no']} ${member['name']}`, {
      dob: isoDay(member['dob']),
      father: member['father_name'],
      masked: masks ? member['uid'] : maskedOf(member['uid']),
    }),
    ...(masks || text(member['uid']) === ''
      ? []
      : about(`aadhaar ${member['uid']}`, { name: member['name'], dob: isoDay(member['dob']) })),
  ])
const maskedOf = (aadhaar: unknown): string => (text(aadhaar) === '' ? '' : maskAadhaar(text(aadhaar)))

/** What the answers of each endpoint tell of people, companies and vehicles. */
const READERS: Readonly<Record<string, (told: Fields, asked: Fields) => readonly Fact[]>> = {
  'instant-pan-find': (told) => about(`pan ${told['pan']}`, { name: told['name'], dob: told['dob'] }),
  'aadhaar-to-pan': (told) => about(`aadhaar ${told['aadhaar']}`, { pan: told['pan_no'] }),
  'pan-details': (told) =>
    about(`pan ${told['pan_no']}`, {
      ...{ name: told['name'], dob: told['dob'], gender: told['gender'], father: told['father'] },
    }),
  'mobile-to-pan': (told) => about(`pan ${told['pan_number']}`, { name: told['name'] }),
  'pan-to-aadhaar-search': (told) =>
    about(`pan ${told['pan']}`, { name: told['name'], masked: told['id_masked'], linked: String(told['linked']) }),
  'pan-to-aadhaar': (told) => [
    ...about(`pan ${told['pan_number']}`, {
      ...{ name: told['name'], dob: told['dob'], gender: told['Gender'], aadhaar: told['aadhaar_number'] },
      masked: maskedOf(told['aadhaar_number']),
      linked: 'true',
    }),
    ...about(`aadhaar ${told['aadhaar_number']}`, { name: told['name'], dob: told['dob'] }),
  ],
  'verify-pan': (told) =>
    about(`pan ${told['pan']}`, {
      ...{ name: told['name'], category: told['category'], linked: String(told['aadhaar_seeded']) },
    }),
  'npci-status': (told) => about(`aadhaar ${told['aadhaar']}`, { name: told['name'] }),
  'gst-details': (told) => gstin(told['gstin'], told['legal_name']),
  'verify-gst': (told) => gstin(told['gstin'], told['legal_name']),
  'pan-to-gst': (told) =>
    rows(told['gstin_list']).flatMap((row) => about(`gstin ${row['gstin']}`, { pan: told['pan_number'] })),
  'pan-to-gst-search': (told) =>
    rows(told['gstins']).flatMap((row) => [
      ...about(`gstin ${row['gstin']}`, { pan: told['pan'] }),
      ...gstin(row['gstin'], row['legal_name']),
    ]),
  'rc-pdf': registration,
  'rc-print': registration,
  'vehicle-challan': (told) =>
    rows(told['challans']).flatMap((row) => about(`vehicle ${told['vehicle_number']}`, { owner: row['owner_name'] })),
  'dl-pdf': licence,
  'dl-print': licence,
  'up-ration-to-aadhaar': (told) => family(told, false),
  'ration-print': (told) => family(told, true),
  'agristack-farmer-pdf': (told, asked) => {
    const person = { name: told['farmer_name'], dob: told['dob'], gender: told['gender'] }
    return [
      ...about(`farmer ${told['farmer_id']}`, { ...person, masked: told['aadhaar_masked'] }),
      ...(asked['aadhaar_no']
        ? about(`aadhaar ${asked['aadhaar_no']}`, { ...person, masked: told['aadhaar_masked'] })
        : []),
    ]
  },
}

/** Endpoints that ask a source whose answers tell of nobody. */
export const TELL_NOTHING: readonly string[] = [
  ...['bank-ifsc-details', 'cancel-order', 'ifsc-details', 'll-exam', 'll-exam-status', 'place-order', 'send-otp'],
  'voter-mobile-link',
]

/** Endpoints whose answers are read. */
export const READ: readonly string[] = Object.keys(READERS)

/** What an answer tells, its own parts taken together. */
export function factsOf(endpoint: string, asked: unknown, body: unknown): readonly Fact[] {
  const answer = Answer.parse(body)
  const parts = ['data', 'npcidata', 'uidaidata'].map((name) => Answer.safeParse(answer[name]).data ?? {})
  return READERS[endpoint]?.(Object.assign({}, answer, ...parts), Answer.parse(asked)) ?? []
}

/** Everything of which two different things were told. */
export function contradictions(facts: readonly Fact[]): readonly string[] {
  const told = new Map<string, Set<string>>()
  for (const { of, what, value } of facts) {
    const values = told.get(`${of}: ${what}`) ?? new Set()
    told.set(`${of}: ${what}`, values.add(value))
  }
  return [...told]
    .filter(([, values]) => values.size > 1)
    .map(([of, values]) => `${of} is ${[...values].join(' and ')}`)
}
