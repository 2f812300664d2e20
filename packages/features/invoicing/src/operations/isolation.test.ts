import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import { invoicingSubjects as subjects } from '../../test/isolation-subjects.ts'
import invoicing from '../index.ts'

testIsolation('invoicing', async () => {
  const { host, close } = await adminForTest({ plugins: [invoicing()] })
  return { host, close, of: ['invoicing'], subjects, fixed: { month: '2026-11' } }
})
