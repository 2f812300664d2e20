import { Alert, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { System } from '../../api/rows.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { systemTexts } from './system-texts.ts'

/** Why paid calls do not run, and what is to be done. */
export function StoppedMoney({ money: { mode, reason } }: { readonly money: System['money'] }) {
  const texts = useTexts(systemTexts)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const resume = useAdmin().useMutation('post', '/admin/v1/money/resume', {
    onSuccess: () => queries.invalidateQueries(),
  })
  const isStopped = mode === 'stopped'
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      mb="lg"
      icon={<Icon name="warn" />}
      title={isStopped ? texts.stoppedTitle : texts.recoveryTitle}
    >
      <Stack gap="sm">
        <Text fz="sm" ff="monospace">
          {reason}
        </Text>
        <Text fz="sm">{isStopped ? texts.stoppedText : texts.recoveryText}</Text>
        {isStopped && may('system:write') && (
          <ActForm
            act={resume}
            label={texts.resume}
            reason={{ hint: texts.resumeReason }}
            onAct={(given) => resume.mutate({ body: { reason: given } })}
          />
        )}
      </Stack>
    </Alert>
  )
}
