import { Alert, Button, Text } from '@mantine/core'
import { ApiError } from '../api/api-error.ts'
import { useTexts } from '../texts/language.tsx'
import { Icon } from './icon.tsx'
import { partTexts } from './part-texts.ts'
import { reasonTexts } from './reason-texts.ts'

/** What went wrong: in the reader's language where it is common, else in the words of the server. */
export function useReason(): (error: unknown) => string {
  const texts = useTexts(partTexts)
  const reasons: Readonly<Record<string, string>> = useTexts(reasonTexts)
  return (error) => {
    if (!(error instanceof ApiError)) return texts.failed
    if (error.code === 'NO_ANSWER') return texts.noAnswer
    return reasons[error.code] || error.message || texts.failed
  }
}

/** An error where content was expected: what, the request id, and a way on. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const texts = useTexts(partTexts)
  const reason = useReason()
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert color="red" variant="outline" icon={<Icon name="warn" />} title={texts.failed} role="alert" m="md">
      <Text fz="sm">{reason(error)}</Text>
      {requestId && (
        <Text fz="xs" c="dimmed" mt={4} ff="monospace">
          {texts.requestId(requestId)}
        </Text>
      )}
      {retry && (
        <Button mt="sm" size="xs" variant="default" leftSection={<Icon name="refresh" size={14} />} onClick={retry}>
          {texts.retry}
        </Button>
      )}
    </Alert>
  )
}

/** Why a change was refused, beside its button. */
export function Refusal({ error }: { readonly error: unknown }) {
  const reason = useReason()
  if (!error) return null
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  return (
    <Alert color="red" variant="outline" icon={<Icon name="warn" />} role="alert">
      <Text fz="sm">{reason(error)}</Text>
      {fields.map(([field, allowed]) => (
        <Text key={field} fz="sm">
          <Text span ff="monospace" fz="xs">
            {field}
          </Text>{' '}
          {allowed}
        </Text>
      ))}
    </Alert>
  )
}
