import { Text } from '@mantine/core'

/** A list without rows among others of a page, where a sentence says it all. */
export function NoRows({ text }: { readonly text: string }) {
  return (
    <Text fz="sm" c="dimmed" px={{ base: 'md', sm: 'lg' }} pb="lg">
      {text}
    </Text>
  )
}
