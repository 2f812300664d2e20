import type { MantineColorsTuple } from '@mantine/core'

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The surface of a card in the dark scheme. */
const DARK: Rgb = [36, 36, 36]
/** WCAG 2.2 AA wants 4.5 for text; a little more is left for rounding. */
const LEAST_CONTRAST = 4.6

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const text = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
const contrast = (one: Rgb, other: Rgb): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colour, moved in steps towards another until it can be read on a surface. */
function readable(colour: Rgb, { on, towards }: { readonly on: Rgb; readonly towards: Rgb }): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mix(colour, towards, share)
    if (contrast(moved, on) >= LEAST_CONTRAST) return moved
  }
  return towards
}

/**
 * The shades of a brand's colour. Whatever a deployer chose: shade 6 can be read on white and carries white text, shade 4 can be read on
 * the dark surface.
 */
export function brandColours(hex: string): MantineColorsTuple {
  const chosen = parse(hex)
  const base = readable(chosen, { on: WHITE, towards: BLACK })
  const light = readable(chosen, { on: DARK, towards: WHITE })
  const tints = [0.93, 0.85, 0.7, 0.5].map((share) => text(mix(base, WHITE, share)))
  const shades = [0.14, 0.28, 0.42].map((share) => text(mix(base, BLACK, share)))
  return [...tints, text(light), text(mix(base, WHITE, 0.12)), text(base), ...shades] as unknown as MantineColorsTuple
}
