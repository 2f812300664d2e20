import { describe, expect, it } from 'vitest'
import { totalArea } from './total-area.ts'

const areas = (...hectares: (number | null)[]) => hectares.map((area_hectare) => ({ area_hectare }))

describe('the total of the land', () => {
  it.each([
    [[], 0],
    [[0.253], 0.253],
    [[0.1, 0.2], 0.3],
    [[0.0001, 0.0003], 0.0004],
    [[0.253, 0.1265, 0.6321], 1.0116],
    [Array.from({ length: 1000 }, () => 0.0001), 0.1],
  ])('of %j is %d hectares', (hectares, total) => {
    expect(totalArea(areas(...hectares))).toBe(total)
  })
  it('is not known where an area is not', () => {
    expect(totalArea(areas(0.253, null))).toBeNull()
    expect(totalArea(areas(null))).toBeNull()
  })
})
