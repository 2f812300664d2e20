import { definePlugin } from '@parakh/core'
import { PanProvider } from './contract.ts'
import { aadhaarToPan } from './endpoints/aadhaar-to-pan.ts'
import { instantPanFind } from './endpoints/instant-pan-find.ts'
import { mobileToPan } from './endpoints/mobile-to-pan.ts'
import { panDetails } from './endpoints/pan-details.ts'
import { panToAadhaar } from './endpoints/pan-to-aadhaar.ts'
import { panToAadhaarSearch } from './endpoints/pan-to-aadhaar-search.ts'
import { verifyPan } from './endpoints/verify-pan.ts'
import { sandbox } from './sandbox.ts'

export { PanProvider } from './contract.ts'
export { aadhaarToPan } from './endpoints/aadhaar-to-pan.ts'
export { instantPanFind } from './endpoints/instant-pan-find.ts'
export { mobileToPan } from './endpoints/mobile-to-pan.ts'
export { panDetails } from './endpoints/pan-details.ts'
export { panToAadhaar } from './endpoints/pan-to-aadhaar.ts'
export { panToAadhaarSearch } from './endpoints/pan-to-aadhaar-search.ts'
export { verifyPan } from './endpoints/verify-pan.ts'

/**
 * PAN lookups and verification. Without a live provider it serves the sandbox alone; four of its endpoints are regulated and stay
 * locked in production until there is a licence and a consent policy.
 *
 * @example
 * createServer({ plugins: [pan({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const pan = definePlugin({
  id: 'pan',
  contract: 1,
  provider: PanProvider,
  sandbox: sandbox({}),
  endpoints: [instantPanFind, aadhaarToPan, panDetails, mobileToPan, panToAadhaarSearch, panToAadhaar, verifyPan],
})

export default pan
