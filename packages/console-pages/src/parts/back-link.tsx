import { Anchor, Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PAGE_WIDTH } from './page.tsx'

/** Leads to the list that a page belongs to, above its heading. */
export function BackLink({ to, children }: { readonly to: '/accounts' | '/work'; readonly children: string }) {
  return (
    <Box maw={PAGE_WIDTH} mx="auto">
      <Anchor fz="sm" renderRoot={(props) => <Link to={to} {...props} />}>
        {children}
      </Anchor>
    </Box>
  )
}
