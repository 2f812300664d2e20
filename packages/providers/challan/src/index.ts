import { definePlugin } from '@parakh/core'
import { ChallanProvider } from './contract.ts'
import { vehicleChallan } from './endpoints/vehicle-challan.ts'
import { sandbox } from './sandbox.ts'

export { Challan, ChallanProvider, type ChallanRecord } from './contract.ts'
export { vehicleChallan } from './endpoints/vehicle-challan.ts'

/**
 * The e-challans of a vehicle. Without a live provider it serves the sandbox alone.
 *
 * @example
 * createServer({ plugins: [challan({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const challan = definePlugin({
  id: 'challan',
  contract: 1,
  provider: ChallanProvider,
  sandbox: sandbox({}),
  endpoints: [vehicleChallan],
})

export default challan
