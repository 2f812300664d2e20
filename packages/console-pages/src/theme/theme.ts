import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { brandColours } from './brand-colours.ts'

/** The colour without a brand. */
export const OWN_COLOUR = '#2f5bd7'

/** Greys of the dark scheme, in one hue: text, secondary text, borders, raised surfaces, cards, page. */
const DARK = [
  ...['#d3d7de', '#b8bdc7', '#989eaa', '#6b7280', '#4b505a'],
  ...['#363a42', '#292c33', '#1b1c20', '#17181b', '#121315'],
] as unknown as MantineColorsTuple

/** The look of the console in the colour of a brand. */
export const themeOf = (colour: string | null): MantineThemeOverride =>
  createTheme({
    colors: { brand: brandColours(colour ?? OWN_COLOUR), dark: DARK },
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    defaultRadius: 'md',
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", sans-serif',
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
    headings: { fontWeight: '650' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { radius: 'md' } },
      Switch: { defaultProps: { withThumbIndicator: false } },
      // What it puts first for the focus is no entry of a menu: the first entry has the focus.
      // Within the content, which is a landmark, and not at the end of the page.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#content' } } },
      // Their <header> is none of the page: it would be a second banner.
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
      Modal: { defaultProps: { centered: true, radius: 'lg' } },
    },
  })

/** Mantine's own greys of secondary text are too light to be read. */
export const variables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#596273',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c02626',
    '--console-canvas': '#f6f7f9',
    '--console-surface': '#ffffff',
    '--console-line': '#e3e6eb',
    '--console-control': '#858d9b',
    '--console-test': '#f6c453',
    '--console-test-surface': '#fdf0cf',
    '--console-test-text': '#6b4700',
    '--console-accent-text': theme.colors['brand']?.[6] ?? '',
    '--console-chosen': theme.colors['brand']?.[0] ?? '',
    '--console-chosen-text': theme.colors['brand']?.[8] ?? '',
    '--mantine-color-anchor': theme.colors['brand']?.[6] ?? '',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a9b4',
    '--mantine-color-placeholder': '#9097a3',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-body': '#17181b',
    '--console-canvas': '#121315',
    '--console-surface': '#1b1c20',
    '--console-line': '#2e3036',
    '--console-control': '#737a87',
    '--console-test': '#8a6412',
    '--console-test-surface': '#41330f',
    '--console-test-text': '#f3d48a',
    '--console-accent-text': theme.colors['brand']?.[4] ?? '',
    '--console-chosen': `${theme.colors['brand']?.[4] ?? ''}2e`,
    '--console-chosen-text': theme.colors['brand']?.[3] ?? '',
    '--mantine-color-anchor': theme.colors['brand']?.[4] ?? '',
  },
})
