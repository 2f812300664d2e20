import { holderOf, PERSONS, SAMPLE_PERSONS, type SandboxHolder } from '@parakh/core/sandbox-people'

/** PANs of the branches that are not answers; no holder has them. */
export const PAN_OF = { notFound: 'AAAPN0000N', failure: 'AAAPF0000F', throttled: 'AAAPT0000T' } as const
/** Aadhaar numbers of those branches; no person has them. */
export const AADHAAR_OF = { notFound: '000000000002', failure: '000000000003', throttled: '000000000004' } as const

/** Persons with a PAN and an Aadhaar number that is linked to it. */
export const PEOPLE = SAMPLE_PERSONS

/** Kabir's source does not say when his number was seeded. */
const SEEDED_ON: Readonly<Record<string, string>> = {
  [PERSONS.asha.name]: '2020-06-01',
  [PERSONS.ramkali.name]: '2018-12-11',
  [PERSONS.hari.name]: '2023-06-30',
}
/** Meera has an Aadhaar number which is not linked to her PAN. */
const isLinked = (holder: SandboxHolder): boolean => holder.kind === 'person' && holder.pan !== PERSONS.meera.pan

/** The holder of a PAN, as `details` tells. */
export function detailsOf(pan: string) {
  const holder = holderOf(pan)
  const { name } = holder
  if (holder.kind === 'company') return { pan, name, father: '', dob: holder.incorporated, gender: null }
  return { pan, name, father: holder.fatherName, dob: holder.dob, gender: holder.gender }
}

/** What is seeded against a PAN, as `link` tells. */
export function linkOf(pan: string) {
  const holder = holderOf(pan)
  const { name, dob, gender } = detailsOf(pan)
  const aadhaar = holder.kind === 'person' && isLinked(holder) ? holder.aadhaar : null
  return { pan, name, aadhaar, dob, gender, seeded_on: aadhaar === null ? null : (SEEDED_ON[name] ?? null) }
}

/** Whether a PAN is in use and whose it is, as `verify` tells. */
export function verificationOf(pan: string) {
  const holder = holderOf(pan)
  return { pan, name: holder.name, aadhaar_seeded: isLinked(holder) }
}
