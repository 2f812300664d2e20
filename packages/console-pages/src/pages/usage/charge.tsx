import { Text, VisuallyHidden } from '@mantine/core'
import type { UsageRow } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { useTexts } from '../../texts/language.tsx'
import { usageTexts } from './usage-texts.ts'

/** What a request was charged, and what of it was refunded. */
export function Charge({ charged, refunded }: Pick<UsageRow, 'charged' | 'refunded'>) {
  const texts = useTexts(usageTexts)
  if (isZero(charged))
    return (
      <Text span fz="sm" c="dimmed" title={texts.free}>
        <span aria-hidden="true">—</span>
        <VisuallyHidden>{texts.free}</VisuallyHidden>
      </Text>
    )
  return (
    <div>
      <Text span fz="sm" fw={600}>
        {rupees(charged)}
      </Text>
      {!isZero(refunded) && (
        <Text fz="xs" c="dimmed">
          {texts.refunded(rupees(refunded))}
        </Text>
      )}
    </div>
  )
}
