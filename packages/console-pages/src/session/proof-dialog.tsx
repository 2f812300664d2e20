import { Modal, Stack, Text } from '@mantine/core'
import { partTexts } from '../parts/part-texts.ts'
import { useTexts } from '../texts/language.tsx'
import { ProofForm } from './proof-form.tsx'
import type { PendingProof } from './proof-requests.ts'
import { proofTexts } from './proof-texts.ts'
import { useSettleSession } from './settle-session.ts'

/** Asks the person to prove itself when a request needs it. */
export function ProofDialog({ pending }: { readonly pending: PendingProof }) {
  const texts = useTexts(proofTexts)
  const { close } = useTexts(partTexts)
  const settle = useSettleSession()
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
          onDone={async (session) => {
            await settle(session)
            pending.answer(true)
          }}
        />
      </Stack>
    </Modal>
  )
}
