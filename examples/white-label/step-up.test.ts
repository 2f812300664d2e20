import alerts from '@parakh/alerts'
import telemetry from '@parakh/telemetry'
import { expect, it } from 'vitest'
import { servedSandbox } from './served-sandbox.ts'
it('x', async () => {
  await using sandbox = await servedSandbox((plugins) => [...plugins, telemetry({ endpoint: 'http://127.0.0.1:4318' })])
  const rows = sandbox.server.host.operations.map(({ operation: { id, effect, stepUp, scope, whose } }) => `${effect} ${stepUp} ${id} ${scope?.id} ${whose}`)
  console.log(rows.sort().join('\n'))
})
