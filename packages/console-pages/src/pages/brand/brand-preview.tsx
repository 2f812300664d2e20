import { Text } from '@mantine/core'
import type { Brand } from '../../api/rows.ts'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { brandColours } from '../../theme/brand-colours.ts'
import { OWN_COLOUR } from '../../theme/theme.ts'
import classes from './brand.module.css'
import { brandTexts } from './brand-texts.ts'

/** The shade of buttons: it can be read on white, and carries white text. */
const SHADE = 6

/** How the console looks with a brand that is not saved yet. */
export function BrandPreview({ brand: { name, host, support_email, colour } }: { readonly brand: Brand }) {
  const texts = useTexts(brandTexts)
  const background = brandColours(colour ?? OWN_COLOUR)[SHADE] ?? OWN_COLOUR
  return (
    <Surface title={texts.preview}>
      <div className={classes.preview} aria-hidden="true">
        <div className={classes.head}>
          <span className={classes.letter} style={{ background }}>
            {[...name][0]?.toUpperCase()}
          </span>
          {name}
        </div>
        <div className={classes.entries}>
          {texts.previewPages.map((page) => (
            <span key={page}>{page}</span>
          ))}
          <span className={classes.button} style={{ background }}>
            {texts.previewButton}
          </span>
          <Text fz="xs" c="dimmed">
            {[host, support_email && `${texts.help}: ${support_email}`].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </div>
    </Surface>
  )
}
