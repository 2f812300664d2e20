import { definePlugin, service } from '@parakh/core'
import { IfscProvider } from './contract.ts'
import { CodeList, loadCodeList } from './directory/code-list.ts'
import { directory } from './directory/directory.ts'
import { bankIfscDetails } from './endpoints/bank-ifsc-details.ts'
import { ifscDetails } from './endpoints/ifsc-details.ts'
import { importCommand } from './import/import-command.ts'

export { Branch, type BranchRecord, IfscProvider } from './contract.ts'
export { directory } from './directory/directory.ts'
export { publicIfscApi } from './directory/public-ifsc-api.ts'
export { bankIfscDetails } from './endpoints/bank-ifsc-details.ts'
export { ifscDetails } from './endpoints/ifsc-details.ts'
export { ifscErrors } from './error-codes.ts'

/**
 * Bank branches by IFSC. Serves sandbox and production from the bundled directory; bank data is public, so it needs no upstream.
 *
 * @example
 * createServer({ plugins: [ifsc()] })
 */
const ifsc = definePlugin({
  id: 'ifsc',
  contract: 1,
  provider: IfscProvider,
  providers: [directory],
  sandbox: directory({}),
  live: directory({}),
  endpoints: [bankIfscDetails, ifscDetails],
  services: [service(CodeList, {}, () => loadCodeList())],
  commands: [importCommand],
})

export default ifsc
