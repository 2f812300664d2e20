import { TextInput } from '@mantine/core'
import { typedRupees } from '../../formats/rupees.ts'
import { useTexts } from '../../texts/language.tsx'
import { topUpTexts } from './top-up-texts.ts'

/** The amount of a payment, as it is typed. */
export function AmountField(props: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const texts = useTexts(topUpTexts)
  const { value, onChange } = props
  return (
    <TextInput
      label={texts.amount}
      leftSection="₹"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      placeholder="1,000"
      required
      error={value.trim() !== '' && typedRupees(value) === null && texts.amountWrong}
    />
  )
}
