import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

/** The title of the browser's tab: that of the page, before the brand. */
export function useTitle(title: string): void {
  useEffect(() => {
    const [brand = ''] = document.title.split(' · ').slice(-1)
    document.title = `${title} · ${brand}`
  }, [title])
}

/** How wide a page is at most, in pixels. */
export const PAGE_WIDTH = 1440

/** A page: its heading, what it is for, what can be done, and its content. */
export function Page(props: {
  readonly title: string
  readonly description?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const { title, description, actions, children } = props
  useTitle(title)
  return (
    <Box maw={PAGE_WIDTH} mx="auto">
      <div className={classes.head}>
        <Box miw={0}>
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
      </div>
      <div className={classes.content}>{children}</div>
    </Box>
  )
}
