import { SegmentedControl } from '@mantine/core'
import { useWorkplace } from '../session/workplace.tsx'
import { useTexts } from '../texts/language.tsx'
import { useFilters } from './filters.ts'
import classes from './frame.module.css'
import { shellTexts } from './shell-texts.ts'

/** Sandbox or production: it stands in the address, and filters of one mean nothing in the other. */
export function EnvironmentSwitch() {
  const texts = useTexts(shellTexts)
  const { environment } = useWorkplace()
  const { set } = useFilters()
  return (
    <SegmentedControl
      size="xs"
      data-environment={environment}
      classNames={{ root: classes.switch, indicator: classes.chosen, label: classes.option }}
      aria-label={texts.environment}
      value={environment}
      onChange={(value) => set({ environment: value, row: undefined, cursor: undefined })}
      data={[
        { value: 'sandbox', label: texts.sandbox },
        { value: 'production', label: texts.production },
      ]}
    />
  )
}
