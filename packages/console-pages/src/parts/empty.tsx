import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** A list without rows: what would be here, and what to do next. */
export function Empty(props: {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
  /** It stands for a whole page: its title is the heading. */
  readonly isPage?: boolean
}) {
  const { icon, title, text, action, isPage = false } = props
  return (
    <Stack align="center" gap={6} py={36} px="lg" ta="center">
      <ThemeIcon size={44} radius="xl" variant="default" c="dimmed" mb={6}>
        <Icon name={icon} size={22} />
      </ThemeIcon>
      {isPage ? (
        <Title order={1} fz="md" fw={600}>
          {title}
        </Title>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      <Text c="dimmed" fz="sm" maw={420}>
        {text}
      </Text>
      {action && <div style={{ marginTop: 10 }}>{action}</div>}
    </Stack>
  )
}
