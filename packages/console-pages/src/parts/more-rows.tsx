import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'
import { partTexts } from './part-texts.ts'

/** Below a list: the next page, if there is one. */
export function MoreRows(props: {
  readonly hasMore: boolean
  readonly busy: boolean
  readonly onMore: () => void
  /** How far a filter has searched, where a page may have no rows. */
  readonly searchedTo?: string | undefined
}) {
  const { hasMore, busy, onMore, searchedTo } = props
  const texts = useTexts(partTexts)
  if (!hasMore) return null
  return (
    <Group justify="center" p="sm" gap="sm" style={{ borderTop: '1px solid var(--console-line)' }}>
      {searchedTo !== undefined && (
        <Text fz="sm" c="dimmed">
          {texts.searchedBack(searchedTo)}
        </Text>
      )}
      <Button variant="default" size="xs" loading={busy} onClick={onMore}>
        {searchedTo === undefined ? texts.more : texts.goOn}
      </Button>
    </Group>
  )
}
