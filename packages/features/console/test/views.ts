import { fileURLToPath } from 'node:url'
import type { View } from './console-browser.ts'

const WIDE: View = { width: 1280, scheme: 'light' }
const NARROW: View = { width: 360, scheme: 'dark' }
const OTHER_SCHEMES: readonly View[] = [
  { width: 1280, scheme: 'dark' },
  { width: 360, scheme: 'light' },
]
const FULL = process.env['PARAKH_FULL'] === '1'

/** How panels, dialogs and menus are looked at: in the long form in both schemes, wide and narrow. */
export const OPEN_VIEWS: readonly View[] = FULL ? [WIDE, NARROW, ...OTHER_SCHEMES] : [WIDE]
/** How pages are. */
export const VIEWS: readonly View[] = FULL
  ? [...OPEN_VIEWS, { width: 768, scheme: 'light' }, { width: 1920, scheme: 'light' }]
  : [NARROW]
/** Where screenshots go, to be looked at: git ignores it. */
export const SHOTS = fileURLToPath(new URL('../../../../reports/console', import.meta.url))
