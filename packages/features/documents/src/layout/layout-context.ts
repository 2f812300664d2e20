import type { TextSetter } from '../text/text-setter.ts'
import type { Palette } from './colour.ts'
import type { Flow } from './flow.ts'

/** What blocks are laid out with. */
export interface LayoutContext {
  readonly flow: Flow
  readonly setter: TextSetter
  readonly palette: Palette
}
