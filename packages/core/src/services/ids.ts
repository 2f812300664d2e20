import { token } from '../token.ts'

/** Where ids come from. */
export interface Ids {
  /** A new ULID: 26 characters, sortable by time. The id of a call, an account, an order or an event. */
  next(): string
}
/** The ids of a server. */
export const Ids = token<Ids>('core.ids')
