import { describe, expect, it } from 'vitest'
import { shortMoment } from './moments.ts'

const NOW = Date.parse('2026-01-02T00:00:00Z')

describe('times in lists', () => {
  it('have no year in the year of India that it is', () => {
    // 2026 has begun in India.
    expect(shortMoment('2025-12-31T18:30:00Z', 'en', NOW)).toBe('1 Jan, 00:00:00')
  })

  it('have the year where it is another one', () => {
    expect(shortMoment('2025-12-31T18:29:59Z', 'en', NOW)).toBe('31 Dec 2025, 23:59:59')
  })
})
