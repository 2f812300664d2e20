import { useBrand } from '../brand.tsx'
import { Icon } from '../parts/icon.tsx'
import { useWorkplace } from '../session/workplace.tsx'
import { useTexts } from '../texts/language.tsx'
import classes from './frame.module.css'
import { shellTexts } from './shell-texts.ts'

/** Back to the application whose portal link was opened; without one it is not there. */
export function ReturnLink() {
  const texts = useTexts(shellTexts)
  const { name } = useBrand()
  const { portal } = useWorkplace().session
  const url = portal?.return_url ?? null
  if (url === null || !/^https?:\/\//.test(url)) return null
  return (
    <a href={url} rel="noreferrer" className={classes.entry}>
      <Icon name="back" />
      {texts.backTo(name)}
    </a>
  )
}
