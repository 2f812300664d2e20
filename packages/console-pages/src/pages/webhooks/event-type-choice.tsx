import { Checkbox, ScrollArea, Stack } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** The types of events that an endpoint receives; none: all. A group such as `order.*`, which the API takes, stays while it is chosen. */
export function EventTypeChoice(props: {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const { chosen, onChange } = props
  const texts = useTexts(webhookTexts)
  const { data } = useAdmin().useQuery('get', '/admin/v1/webhook-event-types')
  const types = [...new Set([...(data?.types ?? []), ...chosen])]
  return (
    <Checkbox.Group
      label={texts.eventTypes}
      description={texts.eventsHint}
      value={[...chosen]}
      onChange={(values) => onChange(values)}
    >
      <ScrollArea.Autosize mah={200} mt="xs" type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap={8}>
          {types.map((type) => (
            <Checkbox key={type} value={type} label={type} size="xs" />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}
