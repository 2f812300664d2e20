import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/language.tsx'
import { partTexts } from './part-texts.ts'

/** The details of a row, beside its list; focus returns to the row. */
export function SidePanel(props: {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { title, opened, onClose, children } = props
  const texts = useTexts(partTexts)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ duration: 120 }}
    >
      {children}
    </Drawer>
  )
}
