import { expect, it } from 'vitest'
import { contrast, paletteOf } from './colour.ts'

const STEPS = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'))
const COLOURS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))

it('is readable in whatever colour a host has', () => {
  const unreadable = COLOURS.filter((colour) => {
    const { accentText, onAccent, accent, tint, ink } = paletteOf(colour)
    const enough = [
      contrast(accentText, '#ffffff') >= 4.5,
      contrast(accentText, tint) >= 3.8,
      contrast(onAccent, accent) >= 3,
      contrast(ink, tint) >= 7,
    ]
    return enough.includes(false)
  })
  expect(unreadable).toEqual([])
})
