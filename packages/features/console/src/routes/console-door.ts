import { token } from '@parakh/core'
import type { ConsoleParts } from '../people/console-parts.ts'
import type { SingleSignOn } from '../sign-in/single-sign-on.ts'

/** What the routes of the sign-in are made of. */
export interface ConsoleDoor {
  readonly parts: ConsoleParts
  readonly sso: SingleSignOn
  readonly isDevelopment: boolean
}
/** The routes of a host's sign-in. */
export const ConsoleDoor = token<ConsoleDoor>('console.door')
