import { PERSONS, type SandboxPerson } from './persons.ts'

/** A farmer of the sandbox: a person in the farmer register of a state. */
export interface SandboxFarmer {
  readonly farmerId: string
  /** ISO 3166-2:IN, without the country. */
  readonly stateCode: string
  readonly person: SandboxPerson
}

/**
 * They cannot exist: no register issues a number that begins with eight zeros (decisions.md section 6). Each is a person of
 * `SAMPLE_PERSONS`.
 */
export const FARMERS = {
  ramkali: { farmerId: '00000000011', stateCode: 'UP', person: PERSONS.ramkali },
  hari: { farmerId: '00000000022', stateCode: 'UP', person: PERSONS.hari },
  vitthal: { farmerId: '00000000033', stateCode: 'MH', person: PERSONS.vitthal },
  salim: { farmerId: '00000000044', stateCode: 'UP', person: PERSONS.salim },
  asha: { farmerId: '00000000088', stateCode: 'UP', person: PERSONS.asha },
  kabir: { farmerId: '00000000099', stateCode: 'UP', person: PERSONS.kabir },
} as const satisfies Readonly<Record<string, SandboxFarmer>>

/** The farmers among whom an unlisted farmer id is chosen. */
export const SAMPLE_FARMERS = [FARMERS.ramkali, FARMERS.hari, FARMERS.asha, FARMERS.kabir] as const
