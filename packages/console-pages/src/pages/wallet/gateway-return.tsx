import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { rupees } from '../../formats/rupees.ts'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { useTexts } from '../../texts/language.tsx'
import { isOver, isPaid, Received, useAwaited } from './awaited-payment.tsx'
import { topUpTexts } from './top-up-texts.ts'

/** What became of a payment on a gateway's page. The callback credits it: nothing in the address does. */
export function GatewayReturn({ fundingId, onAgain }: { readonly fundingId: string; readonly onAgain: () => void }) {
  const texts = useTexts(topUpTexts)
  const query = useAwaited(fundingId)
  return (
    <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
      {({ amount, state }) =>
        isPaid(state) ? (
          <Received amount={amount} onAnother={onAgain} />
        ) : (
          <Stack gap="md">
            <Text fw={600}>{texts.returnTitle(rupees(amount))}</Text>
            <Group gap="xs" role="status" wrap="nowrap">
              {!isOver(state) && <Loader size={14} />}
              <Text fz="sm" c="dimmed">
                {isOver(state) ? texts.ended : texts.returnWaiting}
              </Text>
            </Group>
            <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={onAgain}>
              {texts.again}
            </Button>
          </Stack>
        )
      }
    </Loaded>
  )
}
