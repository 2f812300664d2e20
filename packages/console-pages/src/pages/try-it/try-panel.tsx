import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useScenarios } from './scenarios.ts'
import { TryForm } from './try-form.tsx'
import { tryTexts } from './try-texts.ts'

/** "Try it" with what it needs: a sandbox key, made here if there is none. */
export function TryPanel({ compact = false }: { readonly compact?: boolean }) {
  const { accountId } = useWorkplace()
  const scenarios = useScenarios()
  const keys = useAdmin().useQuery('get', '/admin/v1/keys', {
    params: { query: { account_id: accountId, environment: 'sandbox', status: 'active', limit: 50 } },
  })
  return (
    <Loaded query={keys} skeleton={<RowsSkeleton rows={5} />}>
      {({ items }) => {
        const usable = items.filter(({ external }) => external === null)
        if (usable.length === 0) return <FirstKey />
        return (
          <Loaded query={scenarios} skeleton={<RowsSkeleton rows={5} />}>
            {(all) => <TryForm keys={usable} scenarios={all} compact={compact} />}
          </Loaded>
        )
      }}
    </Loaded>
  )
}

function FirstKey() {
  const texts = useTexts(tryTexts)
  const { accountId } = useWorkplace()
  const queries = useQueryClient()
  const [made, setMade] = useState<{ readonly api_key: string; readonly api_secret: string } | null>(null)
  const create = useAdmin().useMutation('post', '/admin/v1/keys', { onSuccess: setMade })
  const body = { account_id: accountId, environment: 'sandbox' as const, label: texts.keyLabel }
  return (
    <>
      <Empty
        icon="key"
        title={texts.noKeyTitle}
        text={texts.noKeyText}
        action={
          <Button loading={create.isPending} onClick={() => create.mutate({ body })}>
            {texts.makeKey}
          </Button>
        }
      />
      <Refusal error={create.error} />
      {made && (
        <SecretDialog
          title={texts.madeTitle}
          lines={[
            [texts.keyId, made.api_key],
            [texts.keySecret, made.api_secret],
          ]}
          onClose={() => {
            setMade(null)
            void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/keys'] })
          }}
        />
      )}
    </>
  )
}
