import { Checkbox, Input } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { useScenarios } from '../try-it/scenarios.ts'
import classes from './endpoint-choice.module.css'
import { keyTexts } from './key-texts.ts'

/** Which endpoints a key may call; none chosen: all. */
export function EndpointChoice(props: {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const { chosen, onChange } = props
  const texts = useTexts(keyTexts)
  const { data = [] } = useScenarios()
  const known = [...new Set([...data.map(({ endpoint }) => endpoint), ...chosen])].sort()
  if (known.length === 0) return null
  return (
    <Input.Wrapper label={texts.endpoints} description={texts.endpointsHint} component="div">
      <Checkbox.Group value={[...chosen]} onChange={onChange}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls can be reached by the keyboard */}
        <fieldset className={classes.list} tabIndex={0} aria-label={texts.endpoints}>
          {known.map((endpoint) => (
            <Checkbox key={endpoint} value={endpoint} label={endpoint} size="xs" />
          ))}
        </fieldset>
      </Checkbox.Group>
    </Input.Wrapper>
  )
}
