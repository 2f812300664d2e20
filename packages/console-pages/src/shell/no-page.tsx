import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../parts/empty.tsx'
import { useTitle } from '../parts/page.tsx'
import { useTexts } from '../texts/language.tsx'
import { shellTexts } from './shell-texts.ts'

/** A page that is not there, or not for this person: both are the same. */
export function NoPage() {
  const texts = useTexts(shellTexts)
  useTitle(texts.noPage)
  return (
    <Empty
      isPage
      icon="warn"
      title={texts.noPage}
      text={texts.noPageText}
      action={
        <Button renderRoot={(props) => <Link to="/" {...props} />} variant="default">
          {texts.toHome}
        </Button>
      }
    />
  )
}
