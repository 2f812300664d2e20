import { Alert, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Funding } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/language.tsx'
import { topUpTexts } from './top-up-texts.ts'

const ASK_MS = 2_000
type State = Funding['state']

/** Whether the money is in the wallet. */
export const isPaid = (state: State): boolean => state === 'credited'
/** Whether nothing more happens by itself. */
export const isOver = (state: State): boolean => !['pending', 'submitted', 'approved'].includes(state)

/** Asks for a payment until it is over, while the page is seen. When it is paid, balance and lists are asked for again. */
export function useAwaited(fundingId: string) {
  const queries = useQueryClient()
  const query = useAdmin().useQuery(
    'get',
    '/admin/v1/funding/{funding_id}',
    { params: { path: { funding_id: fundingId } } },
    { refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? false : ASK_MS) },
  )
  const paid = query.data !== undefined && isPaid(query.data.state)
  useEffect(() => {
    if (paid) void queries.invalidateQueries()
  }, [paid, queries])
  return query
}

/** The payment is in the wallet. */
export function Received({ amount, onAnother }: { readonly amount: string; readonly onAnother: () => void }) {
  const texts = useTexts(topUpTexts)
  return (
    <Alert
      color="teal"
      variant="outline"
      icon={<Icon name="check" />}
      title={texts.received(rupees(amount))}
      role="status"
    >
      <Text fz="sm">{texts.receivedText}</Text>
      <Button mt="sm" size="xs" variant="default" onClick={onAnother}>
        {texts.another}
      </Button>
    </Alert>
  )
}
