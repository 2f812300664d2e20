import { definePlugin } from '@parakh/core'
import { GstProvider } from './contract.ts'
import { gstDetails } from './endpoints/gst-details.ts'
import { panToGst } from './endpoints/pan-to-gst.ts'
import { panToGstSearch } from './endpoints/pan-to-gst-search.ts'
import { verifyGst } from './endpoints/verify-gst.ts'
import { sandbox } from './sandbox.ts'

export { GstProvider, Registration, type RegistrationRecord, Taxpayer, type TaxpayerRecord } from './contract.ts'
export { gstDetails } from './endpoints/gst-details.ts'
export { panToGst } from './endpoints/pan-to-gst.ts'
export { panToGstSearch } from './endpoints/pan-to-gst-search.ts'
export { verifyGst } from './endpoints/verify-gst.ts'

/**
 * GST lookups and verification. Without a live provider it serves the sandbox alone.
 *
 * @example
 * createServer({ plugins: [gst({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const gst = definePlugin({
  id: 'gst',
  contract: 1,
  provider: GstProvider,
  sandbox: sandbox({}),
  endpoints: [gstDetails, panToGst, panToGstSearch, verifyGst],
})

export default gst
