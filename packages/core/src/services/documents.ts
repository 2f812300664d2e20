import type { Handle, Issue } from '../handles.ts'
import type { Call } from '../outcome.ts'
import { token } from '../token.ts'

/** Issues documents. Not installed unless a host provides it: a plugin that needs one is then refused at start (`NOT_INSTALLED`). */
export interface Documents {
  /** The value of a document handle for one call. */
  issuer(document: Handle<unknown>, call: Call): Issue<unknown>
}
/** The documents of a server. */
export const Documents = token<Documents>('core.documents')
