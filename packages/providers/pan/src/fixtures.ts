/**
 * The people of the sandbox. They cannot exist: the serial of each PAN is 0000 and each Aadhaar number begins with 0
 * (decisions.md section 6).
 */
export const ASHA = {
  pan: 'AAAPR0000A',
  name: 'ASHA RAO',
  father: 'VIKRAM RAO',
  dob: '1990-01-15',
  gender: 'F',
  aadhaar: '000000000001',
  mobile: '0000000001',
} as const
/** A second person, whose father's name the source does not have. */
export const KABIR = {
  pan: 'AAAPM0000B',
  name: 'KABIR MENON',
  father: '',
  dob: '1984-11-30',
  gender: 'M',
  aadhaar: '000000000019',
  mobile: '0000000002',
} as const
/** A company: it has no gender and nothing is seeded against its PAN. */
export const COMPANY = {
  pan: 'AAACN0000C',
  name: 'NOWHERE TRADING PRIVATE LIMITED',
  incorporated: '2012-04-01',
} as const

/** PANs of the branches that are not answers; no holder has them. */
export const PAN_OF = {
  notFound: 'AAAPN0000N',
  notLinked: 'AAAPL0000L',
  failure: 'AAAPF0000F',
  throttled: 'AAAPT0000T',
} as const

/** What is seeded against whose PAN. */
export const LINKS = {
  asha: {
    pan: ASHA.pan,
    name: ASHA.name,
    aadhaar: ASHA.aadhaar,
    dob: ASHA.dob,
    gender: ASHA.gender,
    seeded_on: '2020-06-01',
  },
  kabir: {
    pan: KABIR.pan,
    name: KABIR.name,
    aadhaar: KABIR.aadhaar,
    dob: KABIR.dob,
    gender: KABIR.gender,
    seeded_on: null,
  },
  unlinked: {
    pan: PAN_OF.notLinked,
    name: 'MEERA LAL',
    aadhaar: null,
    dob: '1975-08-09',
    gender: 'F',
    seeded_on: null,
  },
} as const
