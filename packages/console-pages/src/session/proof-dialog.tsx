import { Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { useTexts } from '../texts/language.tsx'
import { ProofForm } from './proof-form.tsx'
import type { PendingProof } from './proof-requests.ts'
import { proofTexts } from './proof-texts.ts'
import { useSettleSession } from './settle-session.ts'

/** Asks the person to prove itself when a request needs it. */
export function ProofDialog({ pending }: { readonly pending: PendingProof }) {
  const texts = useTexts(proofTexts)
  const settle = useSettleSession()
  return (
    <Dialog onClose={() => pending.answer(false)} title={texts.title} zIndex={500}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {pending.path.endsWith('/me/view') ? texts.viewText : texts.text}
        </Text>
        <ProofForm
          methods={pending.methods}
          onDone={async (session) => {
            await settle(session)
            pending.answer(true)
          }}
        />
      </Stack>
    </Dialog>
  )
}
