import { Button, Group, Stack } from '@mantine/core'
import { typedRupees, wholeRupees } from '../../formats/rupees.ts'
import { RupeesField } from '../../parts/rupees-field.tsx'
import { useTexts } from '../../texts/language.tsx'
import { topUpTexts } from './top-up-texts.ts'

const OFTEN = ['1000.00', '5000.00', '10000.00', '25000.00'] as const

/** The amount of a payment, typed or chosen. */
export function AmountField(props: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const texts = useTexts(topUpTexts)
  const { value, onChange } = props
  return (
    <Stack gap="xs">
      <RupeesField
        label={texts.amount}
        value={value}
        onChange={onChange}
        required
        withAsterisk={false}
        error={value.trim() !== '' && typedRupees(value) === null && texts.amountWrong}
      />
      <Group gap="xs">
        {OFTEN.map((amount) => (
          <Button
            key={amount}
            size="compact-sm"
            variant="default"
            fw={500}
            aria-pressed={typedRupees(value) === amount}
            onClick={() => onChange(wholeRupees(amount).slice(1))}
          >
            {wholeRupees(amount)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
