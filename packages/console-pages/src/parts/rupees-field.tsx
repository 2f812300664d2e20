import { TextInput, type TextInputProps } from '@mantine/core'

/** An amount in rupees as it is typed: `typedRupees` reads it. */
export function RupeesField({
  onChange,
  ...props
}: Omit<TextInputProps, 'leftSection' | 'inputMode' | 'onChange'> & {
  readonly value: string
  readonly onChange: (typed: string) => void
}) {
  return (
    <TextInput
      leftSection="₹"
      inputMode="decimal"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  )
}
