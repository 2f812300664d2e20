import { PERSONS, personOf } from '@parakh/core/sandbox-people'

/** Which bank whose number is mapped to. Meera's bank has switched the mapping off. */
const MAPPED: Readonly<Record<string, { readonly bank: string; readonly status: string; readonly updated: string }>> = {
  [PERSONS.asha.aadhaar]: { bank: 'STATE BANK OF INDIA', status: 'ACTIVE', updated: '2024-03-09T11:42:07' },
  [PERSONS.kabir.aadhaar]: { bank: 'BANK OF BARODA', status: 'ACTIVE', updated: '2021-07-01T00:00:00' },
  [PERSONS.ramkali.aadhaar]: { bank: 'ARYAVART BANK', status: 'ACTIVE', updated: '2019-12-02T09:15:40' },
  [PERSONS.hari.aadhaar]: { bank: 'PUNJAB NATIONAL BANK', status: 'ACTIVE', updated: '2022-08-16T14:27:33' },
  [PERSONS.meera.aadhaar]: {
    bank: 'SARASWAT CO-OPERATIVE BANK LIMITED',
    status: 'INACTIVE',
    updated: '2025-11-30T18:05:51',
  },
}
const ELSEWHERE = { bank: 'CANARA BANK', status: 'ACTIVE', updated: '2023-01-05T10:00:00' }

/** The mapping of an Aadhaar number, listed or not. */
export function mappingOf(aadhaar: string) {
  const person = personOf(aadhaar)
  const { name, nameLocal, mobile } = person
  const mapped = MAPPED[person.aadhaar ?? ''] ?? ELSEWHERE
  return { aadhaar, ...mapped, name, local_name: nameLocal, mobile: `XXXXXX${mobile.slice(-4)}` }
}
