import { token } from '../token.ts'

/** Where ids come from. */
export interface Ids {
  /** A new ULID: 26 characters, sortable by time. It traces a call, names an account, an order, an event. */
  next(): string
}
/** The ids of a server. */
export const Ids = token<Ids>('core.ids')
