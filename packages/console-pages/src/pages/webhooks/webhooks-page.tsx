import { Box, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { Events } from './events.tsx'
import { HEALTH_MS } from './last-attempt.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** The webhook endpoints of an account. */
export function WebhooksPage() {
  const texts = useTexts(webhookTexts)
  const { accountId, environment, session, may } = useWorkplace()
  const queries = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<{ readonly title: string; readonly value: string } | null>(null)
  const path = '/admin/v1/accounts/{account_id}/webhooks'
  const params = { path: { account_id: accountId }, query: { environment, limit: 50 } }
  const query = useAdmin().useInfiniteQuery('get', path, { params }, { ...PAGED, refetchInterval: HEALTH_MS })
  // It asks for a proof, which who came by a portal link cannot give.
  const canProve = session.portal === null || session.methods.length > 0
  const add = may('webhooks:write') && canProve && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {texts.create}
    </Button>
  )
  return (
    <Page title={texts.title} description={texts.description} actions={add}>
      <Surface flush title={texts.endpoints}>
        <Loaded query={query}>
          {(data) => {
            const rows = rowsOf<WebhookEndpoint>(data)
            if (rows.length === 0)
              return <Empty icon="hook" title={texts.emptyTitle} text={texts.emptyText} action={add} />
            return (
              <EndpointTable rows={rows} onSecret={(rotated) => setSecret({ title: texts.rotated, value: rotated })} />
            )
          }}
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      </Surface>
      {query.data && rowsOf<WebhookEndpoint>(query.data).length > 0 && (
        <Box mt="md">
          <Events endpoints={rowsOf<WebhookEndpoint>(query.data)} />
        </Box>
      )}
      {adding && (
        <EndpointForm
          endpoint={null}
          onClose={() => setAdding(false)}
          onDone={(made) => {
            setAdding(false)
            if (made !== null) setSecret({ title: texts.secretTitle, value: made })
            void queries.invalidateQueries({ queryKey: ['get', path] })
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={secret.title}
          lines={[[texts.secret, secret.value]]}
          note={<Text fz="sm">{texts.secretNote}</Text>}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  )
}
