import { defineEndpoint, inr, legacy } from '@parakh/core'
import { AnyVehicle } from '@parakh/core/formats'
import * as z from 'zod'
import { Challan, ChallanProvider, ChassisNumber } from '../contract.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { pendingOf } from '../pending.ts'

/** `GET /vehicle-challan`, legacy (interface.md, Vehicle and Transport; decisions.md section 8). No challans is an answer, and billed. */
export const vehicleChallan = defineEndpoint({
  id: 'vehicle-challan',
  method: 'GET',
  path: '/vehicle-challan',
  group: 'Vehicle and Transport',
  summary: 'List every available e-challan of a vehicle',
  envelope: legacy({ message: 'Record found' }),
  price: inr('5'),
  priceSource: 'default',
  request: z.object({
    vehicle_number: AnyVehicle.describe('Vehicle number of any series; spaces and hyphens are removed'),
    chassis_number: ChassisNumber.optional().describe('Chassis number, or at least its last five characters'),
  }),
  data: z.object({
    vehicle_number: z.string(),
    challan_count: z.int().min(0).describe('0 for a vehicle without challans'),
    pending_count: z.int().min(0).describe('How many are still to be paid; those before a court do not count'),
    pending_amount: z.number().min(0).describe('What is still to be paid of the pending ones, in INR'),
    challans: z.array(Challan),
  }),
  errors: { VEHICLE_NOT_FOUND: { message: 'record not found' } },
  uses: ChallanProvider,
  subjects: ({ vehicle_number }) => [vehicle_number],
  async handle({ request, provider, answer, fail }) {
    const found = await provider.challans(request)
    if (!found) return fail('VEHICLE_NOT_FOUND')
    const { vehicle_number, challans } = found
    return answer({ vehicle_number, challan_count: challans.length, ...pendingOf(challans), challans })
  },
  fixtures: SCENARIOS,
})
