import { testIsolation } from '@parakh/testkit/suites'
import { adminForTest } from '../../../../../test/server.ts'
import { CHANGED_BY_DELIVERY as changing, webhookSubjects as subjects } from '../../test/isolation-subjects.ts'
import { webhooks } from '../index.ts'

testIsolation('webhooks', async () => {
  const { host, close } = await adminForTest({ plugins: [webhooks()] })
  return {
    host,
    close,
    of: ['webhooks'],
    subjects,
    changing,
    within: { 'webhooks.events': ['endpoint_id'] },
    inputs: {
      'webhooks.create': { url: 'https://hooks.example.in/other' },
      'webhooks.update': { description: 'Changed' },
    },
  }
})
