/** A proof that the person is asked for. */
export interface PendingProof {
  readonly methods: readonly string[]
  answer(proved: boolean): void
}
/** Proofs that requests wait for: one at a time is asked of the person, and all that wait get its answer. */
export interface ProofRequests {
  ask(methods: readonly string[]): Promise<boolean>
  pending(): PendingProof | null
  subscribe(changed: () => void): () => void
}

/** Makes the place where requests wait for a proof. */
export function createProofRequests(): ProofRequests {
  const listeners = new Set<() => void>()
  let waiting: ((proved: boolean) => void)[] = []
  let pending: PendingProof | null = null
  const show = (next: PendingProof | null) => {
    pending = next
    for (const changed of listeners) changed()
  }
  return {
    ask: (methods) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (pending) return
        show({
          methods,
          answer: (proved) => {
            const answered = waiting
            waiting = []
            show(null)
            for (const go of answered) go(proved)
          },
        })
      }),
    pending: () => pending,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
