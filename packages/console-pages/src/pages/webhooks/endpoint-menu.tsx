import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { useTexts } from '../../texts/language.tsx'
import type { EndpointQuestion } from './endpoint-dialogs.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** What may be done to a webhook endpoint. @param onTest Not given: a button beside the menu does it. */
export function EndpointMenu(props: {
  readonly endpoint: WebhookEndpoint
  readonly target: ReactNode
  readonly onTest?: () => void
  readonly onSwitch: () => void
  readonly onAsk: (question: EndpointQuestion) => void
}) {
  const { endpoint, target, onTest, onSwitch, onAsk } = props
  const texts = useTexts(webhookTexts)
  const isEnabled = endpoint.status === 'enabled'
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {onTest && (
          <Menu.Item onClick={onTest} disabled={!isEnabled}>
            {texts.test}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onAsk('edit')}>{texts.edit}</Menu.Item>
        <Menu.Item onClick={() => onAsk('replay')} disabled={!isEnabled}>
          {texts.replayTitle}
        </Menu.Item>
        <Menu.Item onClick={() => onAsk('rotate')}>{texts.rotate}</Menu.Item>
        <Menu.Item onClick={onSwitch}>{isEnabled ? texts.disable : texts.enable}</Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onAsk('remove')}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
