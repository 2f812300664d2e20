/** The tones of a document. */
export interface Palette {
  /** The host's colour, for areas. */
  readonly accent: string
  /** The same, dark enough to be read on white. */
  readonly accentText: string
  /** What is written on the accent. */
  readonly onAccent: string
  /** A breath of the accent, behind table heads and notes. */
  readonly tint: string
  readonly ink: string
  readonly muted: string
  readonly hairline: string
  readonly stripe: string
  /** For what is not a real record. */
  readonly warning: string
  readonly warningTint: string
}

const INK = '#17202b'
const WHITE = '#ffffff'
const DEFAULT_ACCENT = '#1d4f7c'
/** The least contrast of small text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5
const DARKEN = 0.9

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const written = (values: readonly number[]): string =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** One colour with a share of another. */
const mixed = (colour: string, other: string, share: number): string => {
  const into = channels(other)
  return written(channels(colour).map((value, index) => value * (1 - share) + (into[index] ?? 0) * share))
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How well one colour is read on another: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function readableOnWhite(colour: string): string {
  let found = colour
  while (contrast(found, WHITE) < READABLE) found = written(channels(found).map((value) => value * DARKEN))
  return found
}

/**
 * The tones that go with a host's colour. Whatever it is, text stays readable.
 *
 * @param colour `#rrggbb`; a dark blue unless given.
 */
export function paletteOf(colour: string = DEFAULT_ACCENT): Palette {
  return {
    accent: colour,
    accentText: readableOnWhite(colour),
    onAccent: contrast(colour, WHITE) >= READABLE ? WHITE : INK,
    tint: mixed(WHITE, colour, 0.08),
    ink: INK,
    muted: '#5b6774',
    hairline: '#d6dce2',
    stripe: '#f6f8fa',
    warning: '#8a4b00',
    warningTint: '#fdf1dd',
  }
}
