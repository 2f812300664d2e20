import { Text } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { codeTexts } from './code-texts.ts'

/** The code of a refusal, with what to do about it where that is not in the code itself. */
export function CodeText({ code }: { readonly code: string }) {
  const texts: Readonly<Record<string, string>> = useTexts(codeTexts)
  return (
    <>
      {code}
      {texts[code] && (
        <Text component="div" fz="xs" c="dimmed">
          {texts[code]}
        </Text>
      )}
    </>
  )
}
