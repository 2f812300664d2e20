import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A page: its heading, what it is for, what can be done, and its content. */
export function Page(props: {
  readonly title: string
  readonly description?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const { title, description, actions, children } = props
  useEffect(() => {
    const [brand = ''] = document.title.split(' · ').slice(-1)
    document.title = `${title} · ${brand}`
  }, [title])
  return (
    <Box maw={1200} mx="auto">
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <Box>
          <Title order={1} fz={{ base: 22, sm: 26 }} lh={1.25}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" fz="sm" mt={4} maw={640}>
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}
