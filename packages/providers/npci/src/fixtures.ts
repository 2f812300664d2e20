/** The people of the sandbox. They cannot exist: each Aadhaar number begins with 0 (decisions.md section 6). */
export const ASHA = {
  aadhaar: '000000000001',
  bank: 'STATE BANK OF INDIA',
  status: 'ACTIVE',
  updated: '2024-03-09T11:42:07',
  name: 'ASHA RAO',
  local_name: 'आशा राव',
  mobile: 'XXXXXX0001',
} as const
/** A second person; her mapping is younger, her bank a cooperative one. */
export const MEERA = {
  aadhaar: '000000000027',
  bank: 'SARASWAT CO-OPERATIVE BANK LIMITED',
  status: 'ACTIVE',
  updated: '2025-11-30T18:05:51',
  name: 'MEERA LAL',
  local_name: 'मीरा लाल',
  mobile: 'XXXXXX0027',
} as const
/** His bank has switched the mapping off; the source has neither a name in his script nor a mobile number of his. */
export const KABIR = {
  aadhaar: '000000000019',
  bank: 'BANK OF BARODA',
  status: 'INACTIVE',
  updated: '2021-07-01T00:00:00',
  name: 'KABIR MENON',
  local_name: '',
  mobile: '',
} as const
