import { Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useBrand } from '../../brand.tsx'
import { useLanguage } from '../../texts/language.tsx'
import classes from './sign-in.module.css'

/** A page before one is signed in: the brand, and one thing to do. */
export function WayIn({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}) {
  const { name, logo, supportEmail } = useBrand()
  const { language, choose } = useLanguage()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className={classes.page}>
      <main className={classes.card}>
        <div className={classes.brand}>
          {logo ? (
            <img src={logo} alt="" height={30} />
          ) : (
            <span className={classes.letter}>{[...name][0]?.toUpperCase()}</span>
          )}
          <span>{name}</span>
        </div>
        <Title order={1} fz={22} mb={6}>
          {title}
        </Title>
        {text && (
          <Text c="dimmed" fz="sm" mb="lg">
            {text}
          </Text>
        )}
        {children}
      </main>
      <Group className={classes.foot} gap="md">
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          c="dimmed"
          lang={language === 'en' ? 'hi' : 'en'}
          onClick={() => choose(language === 'en' ? 'hi' : 'en')}
        >
          {language === 'en' ? 'हिन्दी' : 'English'}
        </Button>
        {supportEmail && (
          <Text component="a" fz="xs" c="dimmed" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </Text>
        )}
      </Group>
    </div>
  )
}
