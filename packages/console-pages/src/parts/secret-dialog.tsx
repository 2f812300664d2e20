import { lazy, Suspense } from 'react'
import type { SecretProps } from './secret-modal.tsx'

const SecretModal = lazy(async () => ({ default: (await import('./secret-modal.tsx')).SecretModal }))

/** A secret that is shown once. What dialogs are made of is loaded with the first one. */
export const SecretDialog = (props: SecretProps) => (
  <Suspense>
    <SecretModal {...props} />
  </Suspense>
)
