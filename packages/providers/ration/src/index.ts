import { definePlugin } from '@parakh/core'
import { RationProvider } from './contract.ts'
import { rationPrint } from './endpoints/ration-print.ts'
import { upRationToAadhaar } from './endpoints/up-ration-to-aadhaar.ts'

export { Card } from './card.ts'
export { RationProvider } from './contract.ts'
export { rationPrint } from './endpoints/ration-print.ts'
export { upRationToAadhaar } from './endpoints/up-ration-to-aadhaar.ts'

/**
 * Ration cards of Uttar Pradesh. Without a live provider it serves the sandbox alone; both endpoints are regulated and stay locked
 * in production until there is a licence and a consent policy.
 *
 * @example
 * createServer({ plugins: [documents(), ration({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const ration = definePlugin({
  id: 'ration',
  contract: 1,
  provider: RationProvider,
  endpoints: [upRationToAadhaar, rationPrint],
})

export default ration
