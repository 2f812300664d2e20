import type * as z from 'zod'
import type { CardRecord, Household, PrintedMember } from './contract.ts'

type Person = z.input<typeof PrintedMember>

const SUNITA: Person = {
  name: 'SUNITA DEVI',
  name_local: 'सुनीता देवी',
  relation: 'SELF',
  dob: '1984-07-12',
  gender: 'Female',
  father_name: 'RAM SEWAK YADAV',
  uid: '000000000101',
}
const RAJESH: Person = {
  name: 'RAJESH KUMAR',
  name_local: 'राजेश कुमार',
  relation: 'HUSBAND',
  dob: '1980-01-01',
  gender: 'Male',
  father_name: 'SHIV PRASAD',
  uid: '000000000102',
}
const ANKIT: Person = {
  name: 'ANKIT KUMAR',
  name_local: 'अंकित कुमार',
  relation: 'SON',
  dob: '2006-03-25',
  gender: 'Male',
  father_name: 'RAJESH KUMAR',
  uid: '000000000103',
}
/** A child for whom nothing is seeded yet. */
const PARI: Person = {
  name: 'PARI',
  name_local: 'परी',
  relation: 'DAUGHTER',
  dob: '2021-11-14',
  gender: 'Female',
  father_name: 'RAJESH KUMAR',
  uid: null,
}
/** A widow who lives alone: the source has neither her birth nor her father's name, and no name in Hindi. */
const KALAWATI: Person = {
  name: 'KALAWATI',
  name_local: null,
  relation: 'SELF',
  dob: null,
  gender: 'Female',
  father_name: '',
  uid: '000000000201',
}
const IMRAN: Person = {
  name: 'MOHAMMAD IMRAN',
  name_local: 'मोहम्मद इमरान',
  relation: 'SON',
  dob: '1999-12-31',
  gender: 'Male',
  father_name: 'MOHAMMAD YUSUF',
  uid: '000000000302',
}
const SHABNAM: Person = {
  name: 'SHABNAM BANO',
  name_local: 'शबनम बानो',
  relation: 'SELF',
  dob: '1971-05-05',
  gender: 'Female',
  father_name: 'ABDUL HAMEED',
  uid: '000000000301',
}

/** Card numbers of the branches that are not answers; no household has them. */
export const CARD_OF = {
  notFound: '000000000902',
  failure: '000000000903',
  throttled: '000000000904',
} as const

/** The same people as `family` has them: without their names in Hindi. */
const withoutLocalNames = (people: readonly Person[]) => people.map(({ name_local: _, ...member }) => member)

/**
 * The households of the sandbox, as `family` tells. They cannot exist: no card of Uttar Pradesh begins with 0, and neither does an
 * Aadhaar number (decisions.md section 6).
 */
export const HOUSEHOLDS = {
  sunita: {
    ration_no: '000000000011',
    data_mode: 'LIVE',
    source: 'FCS-UP',
    billable: 'Y',
    family: withoutLocalNames([SUNITA, RAJESH, ANKIT, PARI]),
  },
  shabnam: {
    ration_no: '000000000013',
    data_mode: 'LIVE',
    source: 'FCS-UP',
    billable: 'Y',
    family: withoutLocalNames([SHABNAM, IMRAN]),
  },
  /** The source had it at hand, and asks nothing for it. */
  kalawati: {
    ration_no: '000000000012',
    data_mode: 'CACHED',
    source: 'FCS-UP',
    billable: 'N',
    family: withoutLocalNames([KALAWATI]),
  },
} satisfies Record<string, z.input<typeof Household>>

/** What stands on their cards, as `details` tells. */
export const CARDS = {
  sunita: {
    ration_no: HOUSEHOLDS.sunita.ration_no,
    card_type: 'PHH',
    scheme_name: 'Patra Grihasthi (National Food Security Act, 2013)',
    head_of_family: SUNITA.name,
    head_of_family_local: SUNITA.name_local,
    district: 'BARABANKI',
    block: 'DEWA',
    fps_id: '20990011',
    fps_name: 'OM PRAKASH VERMA, DEWA',
    issue_date: '2016-03-01',
    family: [SUNITA, RAJESH, ANKIT, PARI],
  },
  shabnam: {
    ration_no: HOUSEHOLDS.shabnam.ration_no,
    card_type: 'PHH',
    scheme_name: 'Patra Grihasthi (National Food Security Act, 2013)',
    head_of_family: SHABNAM.name,
    head_of_family_local: SHABNAM.name_local,
    district: 'MORADABAD',
    block: 'NAGAR NIGAM MORADABAD',
    fps_id: '20990033',
    fps_name: 'SAHKARI UPBHOKTA BHANDAR, KATGHAR',
    issue_date: '2019-08-20',
    family: [SHABNAM, IMRAN],
  },
  kalawati: {
    ration_no: HOUSEHOLDS.kalawati.ration_no,
    card_type: 'AAY',
    scheme_name: 'Antyodaya Anna Yojana',
    head_of_family: KALAWATI.name,
    head_of_family_local: null,
    district: 'BANDA',
    block: 'NARAINI',
    fps_id: '20990022',
    fps_name: 'MAHILA SWAYAM SAHAYATA SAMUH, NARAINI',
    issue_date: '2008-11-09',
    family: [KALAWATI],
  },
} satisfies Record<string, z.input<typeof CardRecord>>
