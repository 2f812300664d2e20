import { describe, expect, it } from 'vitest'
import { MaskedNumber } from './masked-number.ts'

describe('a chassis or engine number', () => {
  it.each([
    ['MA3OOOOOOMA104512', 'XXXXXXXXXXXX04512'],
    ['1234567890', 'XXXXX67890'],
    ['123456789', 'XXXXX6789'],
    ['123456', 'XXX456'],
    ['12345', 'XXX45'],
    ['1', 'X'],
    ['', ''],
  ])('%s is shown as %s', (given, shown) => {
    expect(MaskedNumber.parse(given)).toBe(shown)
  })
  it('shows no more where the source pads it', () => {
    expect(MaskedNumber.parse('  MA3OOOOOOMA104512     ')).toBe('XXXXXXXXXXXX04512')
  })
  it.each(['MA3OOOOOOMA104512', '123456789', '12345', '**********04512'])('%s is masked once and for all', (given) => {
    const once = MaskedNumber.parse(given)
    expect(MaskedNumber.parse(once)).toBe(once)
  })
})
