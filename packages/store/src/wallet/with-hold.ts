/** SQL: whether a call has an open hold. In these words, so that both databases find their index (`call_open`). */
export const WITH_HOLD = "phase in ('held', 'dispatched', 'accepted')"
