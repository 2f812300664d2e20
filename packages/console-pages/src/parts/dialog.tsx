import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { partTexts } from './part-texts.ts'

/** A dialog that is open as long as it is there; when it goes, what opened it has the focus again. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  const texts = useTexts(partTexts)
  // Mantine gives the focus back only where a dialog closes before it goes.
  const [asked] = useState(() => openerOf(document.activeElement))
  useEffect(() => {
    // Where another dialog led here, it has just given the focus back to what opened it.
    const now = openerOf(document.activeElement)
    return () => (asked?.isConnected ? asked : now)?.focus({ preventScroll: true })
  }, [asked])
  return <Modal {...props} opened closeButtonProps={{ 'aria-label': texts.close }} />
}

/** The control that had the focus; of an entry of a menu, which goes with its menu, the one that opened the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return opener instanceof HTMLElement ? opener : null
}
