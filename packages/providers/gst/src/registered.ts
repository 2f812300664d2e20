import type { RegistrationRecord } from './contract.ts'
import { stateCodeIn } from './gstin-parts.ts'
import { stateName } from './states.ts'

/** A registration with its state told by code and name. */
export type Registered = Omit<RegistrationRecord, 'state_code'> & {
  readonly state_code: string
  /** Null for a code that has no name. */
  readonly state: string | null
}

/** The registrations of a record with their states, or those of one state. */
export function registeredIn(registrations: readonly RegistrationRecord[], only?: string): Registered[] {
  return registrations
    .map((registration) => {
      const state_code = registration.state_code ?? stateCodeIn(registration.gstin)
      return { ...registration, state_code, state: stateName(state_code) }
    })
    .filter(({ state_code }) => only === undefined || state_code === only)
}
