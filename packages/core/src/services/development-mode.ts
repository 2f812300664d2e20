import { token } from '../token.ts'

/** Whether this is a development server (`--development`): what is refused in earnest may be accepted, such as receivers without TLS. */
export interface DevelopmentMode {
  readonly isOn: boolean
}
/** The mode of a server. */
export const DevelopmentMode = token<DevelopmentMode>('core.development-mode')
