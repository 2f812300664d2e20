import { definePlugin } from '@parakh/core'
import { NpciProvider } from './contract.ts'
import { npciStatus } from './endpoints/npci-status.ts'
import { sandbox } from './sandbox.ts'

export { NpciProvider } from './contract.ts'
export { npciStatus } from './endpoints/npci-status.ts'

/**
 * The bank to which an Aadhaar number is mapped. Without a live provider it serves the sandbox alone; it is regulated and stays
 * locked in production until there is a licence and a consent policy.
 *
 * @example
 * createServer({ plugins: [npci({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const npci = definePlugin({
  id: 'npci',
  contract: 1,
  provider: NpciProvider,
  sandbox: sandbox({}),
  endpoints: [npciStatus],
})

export default npci
