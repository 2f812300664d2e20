import { describe, expect, it } from 'vitest'
import { isTooDeep } from './json-depth.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('isTooDeep', () => {
  it('counts objects and arrays within each other', () => {
    expect(isTooDeep(nested(32))).toBe(false)
    expect(isTooDeep(nested(33))).toBe(true)
    expect(isTooDeep('{"a":'.repeat(33))).toBe(true)
  })

  it('does not count side by side, nor within text', () => {
    expect(isTooDeep(`[${'[],'.repeat(1000)}[]]`)).toBe(false)
    expect(isTooDeep(JSON.stringify({ text: '[[['.repeat(100), quoted: '"[[['.repeat(100) }))).toBe(false)
  })

  it('reads a text that is never closed to its end', () => {
    expect(isTooDeep(`"${'\\"['.repeat(32_000)}`)).toBe(false)
  })

  it('has room for a text of many megabytes', () => {
    expect(isTooDeep(`{"file":"${'A'.repeat(32 * 1_024 * 1_024)}","nested":${nested(32)}}`)).toBe(true)
  })
})
