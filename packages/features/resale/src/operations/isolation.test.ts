import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import { countedUsage } from '../../test/counted-usage.ts'
import resale from '../index.ts'

testIsolation('resale', async () => {
  const { host, close } = await adminForTest({ plugins: [countedUsage(), resale()] })
  return { host, close, of: ['resale'], fixed: { month: '2026-11' } }
})
