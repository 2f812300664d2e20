import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import { fundingSubjects as subjects } from '../../test/isolation-subjects.ts'
import funding from '../index.ts'

testIsolation('funding', async () => {
  const { host, close } = await adminForTest({ plugins: [funding()] })
  return { host, close, of: ['funding'], subjects, inputs: { 'funding.reject': { reason: 'Not ours' } } }
})
