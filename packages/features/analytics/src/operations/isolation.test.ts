import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import analytics from '../index.ts'

testIsolation('analytics', async () => {
  const { host, close } = await adminForTest({ plugins: [analytics()] })
  return { host, close, of: ['analytics'], within: { 'analytics.figures': ['key_id'] } }
})
