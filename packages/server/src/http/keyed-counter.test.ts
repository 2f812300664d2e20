import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { keyedCounter } from './keyed-counter.ts'

it('exports the sum per label set, unchanged by repeated reads', async () => {
  const registry = new Registry()
  const count = keyedCounter({ name: 'calls_total', help: 'Calls', labelNames: ['endpoint'], registers: [registry] })
  const told = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('calls_total'))
  expect(await told()).toEqual([])
  count('a', () => ({ endpoint: 'a' }))
  count('a', () => ({ endpoint: 'a' }))
  count('b', () => ({ endpoint: 'b' }), 40)
  await told()
  count('b', () => ({ endpoint: 'b' }), 2)
  expect(await told()).toEqual(['calls_total{endpoint="a"} 2', 'calls_total{endpoint="b"} 42'])
})
