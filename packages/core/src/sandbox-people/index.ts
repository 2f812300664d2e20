import { panCategory } from '../formats/index.ts'
import { COMPANIES, type SandboxCompany } from './companies.ts'
import { FARMERS, SAMPLE_FARMERS, type SandboxFarmer } from './farmers.ts'
import { PERSONS, SAMPLE_PERSONS, type SandboxPerson } from './persons.ts'
import { rowFor } from './row-for.ts'
import { SAMPLE_VEHICLES, type SandboxVehicle, VEHICLES } from './vehicles.ts'

export { COMPANIES, type SandboxCompany } from './companies.ts'
export { FARMERS, SAMPLE_FARMERS, type SandboxFarmer } from './farmers.ts'
export { PERSONS, SAMPLE_PERSONS, type SandboxPerson } from './persons.ts'
export { inventedPan, rowFor } from './row-for.ts'
export { SAMPLE_VEHICLES, type SandboxVehicle, VEHICLES } from './vehicles.ts'

/** A holder of a PAN. */
export type SandboxHolder = SandboxPerson | SandboxCompany

const persons: readonly SandboxPerson[] = Object.values(PERSONS)
const companies: readonly SandboxCompany[] = Object.values(COMPANIES)
const vehicles: readonly SandboxVehicle[] = Object.values(VEHICLES)
const farmers: readonly SandboxFarmer[] = Object.values(FARMERS)

/** Of the kind that the fourth letter of the PAN names; of every kind for a letter that no PAN has. */
function companyFor(pan: string): SandboxCompany {
  const [first, ...others] = companies.filter((company) => panCategory(company.pan) === panCategory(pan))
  return first ? rowFor([first, ...others], pan) : COMPANIES.trading
}

/**
 * Who holds a PAN in the sandbox: its row of the table, or for an unlisted PAN a row chosen by a hash of it, a person where its fourth
 * letter is P, else a company (decisions.md section 13). An answer shows that row under the PAN that was asked about.
 *
 * @example
 * const { name } = holderOf(input.pan)
 */
export const holderOf = (pan: string): SandboxHolder =>
  persons.find((person) => person.pan === pan) ??
  companies.find((company) => company.pan === pan) ??
  (panCategory(pan) === 'person' ? rowFor(SAMPLE_PERSONS, pan) : companyFor(pan))

/** Whose an Aadhaar number of 12 digits is in the sandbox, likewise. */
export const personOf = (aadhaar: string): SandboxPerson =>
  persons.find((person) => person.aadhaar === aadhaar) ?? rowFor(SAMPLE_PERSONS, aadhaar)

/** The vehicle of a registration number without spaces, likewise. */
export const vehicleOf = (number: string): SandboxVehicle =>
  vehicles.find((vehicle) => vehicle.number === number) ?? rowFor(SAMPLE_VEHICLES, number)

/** The farmer of a farmer id, likewise. */
export const farmerOf = (farmerId: string): SandboxFarmer =>
  farmers.find((farmer) => farmer.farmerId === farmerId) ?? rowFor(SAMPLE_FARMERS, farmerId)
