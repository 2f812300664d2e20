import { FARMERS, farmerOf, personOf, type SandboxFarmer } from '@parakh/core/sandbox-people'
import type * as z from 'zod'
import type { Farmer } from './contract.ts'

type Given = z.input<typeof Farmer>
type Land = Pick<Given, 'district' | 'sub_district' | 'village' | 'land_records' | 'total_area_hectare'>

/** Aadhaar numbers of the first two, whole; none that exists begins with 0. */
export const AADHAAR_OF = { ramkali: FARMERS.ramkali.person.aadhaar, hari: FARMERS.hari.person.aadhaar } as const

/** Where the farmers of the sandbox live, and their land. */
const LAND: Readonly<Record<string, Land>> = {
  [FARMERS.ramkali.farmerId]: {
    district: 'BARABANKI',
    sub_district: 'FATEHPUR',
    village: 'BELHARA',
    land_records: [
      { village: 'BELHARA', khata_no: '00127', khasra_no: '342', area_hectare: 0.253, share: '1' },
      { village: 'BELHARA', khata_no: '00127', khasra_no: '345/2', area_hectare: 0.1265, share: '1' },
      { village: 'MOHAMMADPUR', khata_no: '00089', khasra_no: '78', area_hectare: 0.6321, share: '1/2' },
    ],
  },
  [FARMERS.hari.farmerId]: {
    district: 'SITAPUR',
    sub_district: 'BISWAN',
    village: 'JAHANGIRABAD',
    land_records: [
      { village: 'JAHANGIRABAD', khata_no: '00411', khasra_no: '1206', area_hectare: 1.012, share: '1' },
      { village: 'JAHANGIRABAD', khata_no: '00412', khasra_no: '1209/1', area_hectare: 0.4046, share: '1/4' },
    ],
    total_area_hectare: 1.4166,
  },
  // A gat number in place of the khasra, no khata.
  [FARMERS.vitthal.farmerId]: {
    district: 'SOLAPUR',
    sub_district: 'PANDHARPUR',
    village: 'KARKAMB',
    land_records: [{ village: 'KARKAMB', khata_no: null, khasra_no: '512/3A', area_hectare: 2.04, share: '1' }],
  },
  [FARMERS.asha.farmerId]: {
    district: 'LUCKNOW',
    sub_district: 'MALIHABAD',
    village: 'KASMANDI KALAN',
    land_records: [{ village: 'KASMANDI KALAN', khata_no: '00215', khasra_no: '91', area_hectare: 0.38, share: '1/3' }],
  },
  [FARMERS.kabir.farmerId]: {
    district: 'VARANASI',
    sub_district: 'PINDRA',
    village: 'PHULPUR',
    land_records: [{ village: 'PHULPUR', khata_no: '00062', khasra_no: '417/1', area_hectare: 0.759, share: '1' }],
  },
}
const NO_LAND: Land = { district: null, land_records: [] }

function recordOf({ farmerId, stateCode, person }: SandboxFarmer): Given {
  return {
    farmer_id: farmerId,
    state_code: stateCode,
    farmer_name: person.name,
    name_local: person.nameLocal,
    father_or_husband_name: person.fatherName,
    dob: person.dob,
    gender: person.gender,
    registration_status: 'APPROVED',
    ...(LAND[farmerId] ?? NO_LAND),
    aadhaar: person.aadhaar,
  }
}

const farmers: readonly SandboxFarmer[] = Object.values(FARMERS)
const SHOWN_DIGITS = 4

/**
 * The farmer of an Aadhaar number, listed or not. An unlisted one has a farmer id of its own: that of its row and its last four digits,
 * so that the id shows the same person and the same digits.
 */
export function farmerByAadhaar(aadhaar: string): Given | null {
  const person = personOf(aadhaar)
  const farmer = farmers.find((row) => row.person.aadhaar === person.aadhaar)
  if (!farmer) return null
  const own = person.aadhaar === aadhaar ? '' : aadhaar.slice(-SHOWN_DIGITS)
  return { ...recordOf(farmer), farmer_id: `${farmer.farmerId}${own}`, aadhaar }
}

/** The farmer of a farmer id, listed or not. */
export function farmerById(farmer_id: string): Given {
  const [row, digits] = [farmer_id.slice(0, -SHOWN_DIGITS), farmer_id.slice(-SHOWN_DIGITS)]
  const shown = farmers.find(({ farmerId }) => farmerId === row)
  if (shown) return { ...recordOf(shown), farmer_id, aadhaar: `XXXXXXXX${digits}` }
  return { ...recordOf(farmerOf(farmer_id)), farmer_id }
}

/**
 * Farmers of the sandbox. They cannot exist: each Aadhaar number begins with 0 and each farmer id with eight zeros (decisions.md
 * section 6). The source of the first gives the Aadhaar number whole: the plugin masks it.
 */
export const RAMKALI = recordOf(FARMERS.ramkali)
/** A farmer whose source states the total, and masks the Aadhaar number in its own way. */
export const HARI: Given = { ...recordOf(FARMERS.hari), aadhaar: `xxxxxxxx${AADHAAR_OF.hari.slice(-4)}` }
/** A farmer of another state. */
export const VITTHAL: Given = {
  ...recordOf(FARMERS.vitthal),
  aadhaar: `XXXX XXXX ${FARMERS.vitthal.person.aadhaar.slice(-4)}`,
}
/** A tenant whose registration is not through: no land of his own, and little else that the source knows. */
export const SALIM: Given = {
  farmer_id: FARMERS.salim.farmerId,
  state_code: FARMERS.salim.stateCode,
  farmer_name: FARMERS.salim.person.name,
  father_or_husband_name: FARMERS.salim.person.fatherName,
  gender: FARMERS.salim.person.gender,
  district: 'BAHRAICH',
  registration_status: 'PENDING',
  land_records: [],
}
/** Those who live elsewhere and have land here. */
export const OWNERS_ELSEWHERE = [recordOf(FARMERS.asha), recordOf(FARMERS.kabir)] as const
