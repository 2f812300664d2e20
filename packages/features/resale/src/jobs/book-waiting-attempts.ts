import { defineWork } from '@parakh/core'
import { AttemptBook } from '../services/attempt-book.ts'

/** Books the attempts that could not be booked when they were made. One that still cannot is logged as failed work, and tried again. */
export const bookWaitingAttempts = defineWork({
  id: 'resale.book-waiting-attempts',
  everyMs: 30_000,
  where: ['serve'],
  inRecovery: true,
  needs: { book: AttemptBook },
  run: ({ book }) => book.bookWaiting(),
})
