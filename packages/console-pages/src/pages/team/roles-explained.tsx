import { FactList } from '../../parts/facts.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useRoles } from './people.ts'
import classes from './team.module.css'
import { teamTexts } from './team-texts.ts'

/** What each role may do, in a sentence. */
export function RolesExplained() {
  const texts = useTexts(teamTexts)
  const roles = useRoles()
  return (
    <Surface title={texts.rolesTitle}>
      <div className={classes.roles}>
        <FactList facts={roles.map(({ name, about }) => [name, about])} />
      </div>
    </Surface>
  )
}
