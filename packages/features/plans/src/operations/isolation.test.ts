import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import plans from '../index.ts'

testIsolation('plans', async () => {
  const { host, close } = await adminForTest({ plugins: [plans()] })
  return {
    host,
    close,
    of: ['plans'],
    inputs: {
      'plans.preview': { plan: 'starter' },
      'plans.subscribe': { plan: 'starter' },
      'plans.change': { plan: 'starter' },
    },
    fixed: { month: '2026-11' },
  }
})
