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

/** The rows of the kind that the fourth letter of the PAN names; all rows for a letter that no PAN has. */
function companyFor(pan: string): SandboxCompany {
  const [first, ...others] = companies.filter((company) => panCategory(company.pan) === panCategory(pan))
  return first ? rowFor([first, ...others], pan) : COMPANIES.trading
}

/**
 * The holder of a PAN in the sandbox: its row, or for an unlisted PAN a row chosen by hash: a person if the fourth letter is P, else a
 * company (decisions.md section 13). The answer shows that row with the requested PAN.
 *
 * @example
 * const { name } = holderOf(input.pan)
 */
export const holderOf = (pan: string): SandboxHolder =>
  persons.find((person) => person.pan === pan) ??
  companies.find((company) => company.pan === pan) ??
  (panCategory(pan) === 'person' ? rowFor(SAMPLE_PERSONS, pan) : companyFor(pan))

/** The holder of a 12-digit Aadhaar number in the sandbox, chosen in the same way. */
export const personOf = (aadhaar: string): SandboxPerson =>
  persons.find((person) => person.aadhaar === aadhaar) ?? rowFor(SAMPLE_PERSONS, aadhaar)

/** The vehicle of a registration number without spaces, chosen in the same way. */
export const vehicleOf = (number: string): SandboxVehicle =>
  vehicles.find((vehicle) => vehicle.number === number) ?? rowFor(SAMPLE_VEHICLES, number)

/** The farmer of a farmer id, chosen in the same way. */
export const farmerOf = (farmerId: string): SandboxFarmer =>
  farmers.find((farmer) => farmer.farmerId === farmerId) ?? rowFor(SAMPLE_FARMERS, farmerId)
