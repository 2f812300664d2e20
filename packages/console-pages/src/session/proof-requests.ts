/** A proof that the person is asked for. */
export interface PendingProof {
  readonly methods: readonly string[]
  /** Of the address that asked for it first. */
  readonly path: string
  answer(proved: boolean): void
}
/** Proofs that requests wait for: one at a time is asked of the person, and all that wait get its answer. */
export interface ProofRequests {
  /** @param path Of the address that asks for it. */
  ask(methods: readonly string[], path: string): Promise<boolean>
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
    ask: (methods, path) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (pending) return
        show({
          ...{ methods, path },
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
