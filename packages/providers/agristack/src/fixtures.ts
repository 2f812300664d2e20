import type * as z from 'zod'
import type { Farmer } from './contract.ts'

type Given = z.input<typeof Farmer>

/** Aadhaar numbers of the farmers below, whole; none that exists begins with 0. */
export const AADHAAR_OF = { ramkali: '000000000001', hari: '000000000019' } as const

/**
 * Farmers of the sandbox. They cannot exist: each Aadhaar number begins with 0 and each farmer id with eight zeros (decisions.md
 * section 6). The source of the first gives the Aadhaar number whole: the plugin masks it.
 */
export const RAMKALI: Given = {
  farmer_id: '00000000011',
  state_code: 'UP',
  farmer_name: 'RAMKALI DEVI',
  name_local: 'रामकली देवी',
  father_or_husband_name: 'SHIV NARAYAN YADAV',
  dob: '1968-07-05',
  gender: 'F',
  district: 'BARABANKI',
  sub_district: 'FATEHPUR',
  village: 'BELHARA',
  registration_status: 'APPROVED',
  land_records: [
    { village: 'BELHARA', khata_no: '00127', khasra_no: '342', area_hectare: 0.253, share: '1' },
    { village: 'BELHARA', khata_no: '00127', khasra_no: '345/2', area_hectare: 0.1265, share: '1' },
    { village: 'MOHAMMADPUR', khata_no: '00089', khasra_no: '78', area_hectare: 0.6321, share: '1/2' },
  ],
  aadhaar: AADHAAR_OF.ramkali,
}

/** A farmer whose source states the total, and masks the Aadhaar number in its own way. */
export const HARI: Given = {
  farmer_id: '00000000022',
  state_code: 'UP',
  farmer_name: 'HARI PRASAD VERMA',
  name_local: 'हरि प्रसाद वर्मा',
  father_or_husband_name: 'RAM SEWAK VERMA',
  dob: '1981-01-19',
  gender: 'M',
  district: 'SITAPUR',
  sub_district: 'BISWAN',
  village: 'JAHANGIRABAD',
  registration_status: 'APPROVED',
  land_records: [
    { village: 'JAHANGIRABAD', khata_no: '00411', khasra_no: '1206', area_hectare: 1.012, share: '1' },
    { village: 'JAHANGIRABAD', khata_no: '00412', khasra_no: '1209/1', area_hectare: 0.4046, share: '1/4' },
  ],
  total_area_hectare: 1.4166,
  aadhaar: 'xxxxxxxx0019',
}

/** A farmer of another state: a gat number in the place of the khasra, no khata. */
export const VITTHAL: Given = {
  farmer_id: '00000000033',
  state_code: 'MH',
  farmer_name: 'VITTHAL TUKARAM JADHAV',
  name_local: 'विठ्ठल तुकाराम जाधव',
  father_or_husband_name: 'TUKARAM JADHAV',
  dob: '1975-11-02',
  gender: 'M',
  district: 'SOLAPUR',
  sub_district: 'PANDHARPUR',
  village: 'KARKAMB',
  registration_status: 'APPROVED',
  land_records: [{ village: 'KARKAMB', khata_no: null, khasra_no: '512/3A', area_hectare: 2.04, share: '1' }],
  aadhaar: 'XXXX XXXX 0027',
}

/** A tenant whose registration is not through: no land of his own, and little else that the source knows. */
export const SALIM: Given = {
  farmer_id: '00000000044',
  state_code: 'UP',
  farmer_name: 'SALIM AHMAD',
  father_or_husband_name: 'RAFIQ AHMAD',
  gender: 'M',
  district: 'BAHRAICH',
  registration_status: 'PENDING',
  land_records: [],
}
