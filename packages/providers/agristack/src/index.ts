import { definePlugin } from '@parakh/core'
import { AgristackProvider } from './contract.ts'
import { agristackFarmerPdf } from './endpoints/agristack-farmer-pdf.ts'
import { sandbox } from './sandbox.ts'

export { AgristackProvider, Farmer, FarmerRecord, LandRecord } from './contract.ts'
export { agristackFarmerPdf } from './endpoints/agristack-farmer-pdf.ts'
export { Sheet } from './sheet.ts'

/**
 * Farmers and their land by the farmer register. Without a live provider it serves the sandbox alone; it is regulated and stays
 * locked in production until there is a licence and a consent policy. It needs a host that issues documents.
 *
 * @example
 * createServer({ plugins: [documents(), agristack({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const agristack = definePlugin({
  id: 'agristack',
  contract: 1,
  provider: AgristackProvider,
  sandbox: sandbox({}),
  endpoints: [agristackFarmerPdf],
})

export default agristack
