import { readFileSync } from 'node:fs'
import { testPlugin } from '@parakh/testkit/suites'
import { expect, it } from 'vitest'
import pincode from './src/pincode.ts'

testPlugin(pincode)

it('is at most sixty lines long', () => {
  const source = readFileSync(new URL('./src/pincode.ts', import.meta.url), 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})
