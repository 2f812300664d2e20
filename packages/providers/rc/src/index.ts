import { definePlugin } from '@parakh/core'
import { RcProvider } from './contract.ts'
import { rcPdf } from './endpoints/rc-pdf.ts'
import { rcPrint } from './endpoints/rc-print.ts'
import { sandbox } from './sandbox.ts'

export { Certificate } from './certificate.ts'
export { RcProvider, Registration, type RegistrationRecord } from './contract.ts'
export { rcPdf } from './endpoints/rc-pdf.ts'
export { rcPrint } from './endpoints/rc-print.ts'

/**
 * Vehicle registration records and certificates. Without a live provider it serves the sandbox alone. It needs a host that issues
 * documents.
 *
 * @example
 * createServer({ plugins: [documents(), rc({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const rc = definePlugin({
  id: 'rc',
  contract: 1,
  provider: RcProvider,
  sandbox: sandbox({}),
  endpoints: [rcPdf, rcPrint],
})

export default rc
