import { Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { partTexts } from '../parts/part-texts.ts'
import { useTexts } from '../texts/language.tsx'
import { ProofForm } from './proof-form.tsx'
import { proofTexts } from './proof-texts.ts'
import { type Entrance, SESSION_KEY } from './session.ts'

interface Pending {
  readonly methods: readonly string[]
  answer(proved: boolean): void
}
/** Proofs that requests wait for: one at a time is asked of the person, and all that wait get its answer. */
export interface ProofRequests {
  ask(methods: readonly string[]): Promise<boolean>
  pending(): Pending | null
  subscribe(changed: () => void): () => void
}

/** Makes the place where requests wait for a proof. */
export function createProofRequests(): ProofRequests {
  const listeners = new Set<() => void>()
  let waiting: ((proved: boolean) => void)[] = []
  let pending: Pending | null = null
  const show = (next: Pending | null) => {
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

/** Asks the person to prove itself when a request needs it. */
export function ProofDialog({ requests }: { readonly requests: ProofRequests }) {
  const texts = useTexts(proofTexts)
  const { close } = useTexts(partTexts)
  const queries = useQueryClient()
  const pending = useSyncExternalStore(requests.subscribe, requests.pending)
  if (!pending) return null
  return (
    <Modal
      opened
      onClose={() => pending.answer(false)}
      title={texts.title}
      zIndex={500}
      closeButtonProps={{ 'aria-label': close }}
    >
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {texts.text}
        </Text>
        <ProofForm
          methods={pending.methods}
          onDone={(session) => {
            queries.setQueryData<Entrance>(SESSION_KEY, (entrance) => entrance && { ...entrance, session })
            pending.answer(true)
          }}
        />
      </Stack>
    </Modal>
  )
}
