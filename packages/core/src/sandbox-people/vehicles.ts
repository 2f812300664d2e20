import { COMPANIES, type SandboxCompany } from './companies.ts'
import { PERSONS, type SandboxPerson } from './persons.ts'

/** A vehicle of the sandbox. */
export interface SandboxVehicle {
  /** Registration number, without spaces. */
  readonly number: string
  readonly owner: SandboxPerson | SandboxCompany
  /** Complete, as a source may send it. */
  readonly chassisNumber: string
}

/**
 * They cannot exist: no state has the code XX and no office the number 00, and no chassis number has the letter O (ISO 3779;
 * decisions.md section 6).
 */
export const VEHICLES = {
  car: { number: 'XX00AA0001', owner: PERSONS.asha, chassisNumber: 'MA3OOOOOOMA104512' },
  motorcycle: { number: 'XX00AB0002', owner: PERSONS.kabir, chassisNumber: 'ME3OOOOOOGL760238' },
  electricScooter: { number: 'XX00EV0003', owner: PERSONS.meera, chassisNumber: 'MYHOOOOO6PB083317' },
  lorry: { number: 'XX00T0004', owner: COMPANIES.logistics, chassisNumber: 'MATOOOOOOH8B02277' },
  bharatSeriesCar: { number: '00BH0001AA', owner: PERSONS.leela, chassisNumber: 'MALOOOOOONM553906' },
} as const satisfies Readonly<Record<string, SandboxVehicle>>

/** The vehicles among which an unlisted vehicle number is chosen: every plugin that answers about vehicles has a record of each. */
export const SAMPLE_VEHICLES = [VEHICLES.car, VEHICLES.motorcycle, VEHICLES.electricScooter] as const
