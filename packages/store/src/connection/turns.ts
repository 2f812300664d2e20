/** Lets asynchronous work through one at a time, in the order of asking. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when all that was asked before has ended, however it ended. Not to be nested: it would wait for itself. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
