import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Catalogue, LANGUAGES, type Language } from './catalogue.ts'

const KEPT = 'console.language'

interface Chosen {
  readonly language: Language
  choose(language: Language): void
}
const LanguageContext = createContext<Chosen>({ language: 'en', choose: () => undefined })

/** The language that was chosen here before, else the browser's if the console has it. */
function first(): Language {
  const kept = localStorage.getItem(KEPT)
  const wanted = [kept, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return (
    LANGUAGES.find((language) => language === wanted.find((one) => LANGUAGES.some((known) => known === one))) ?? 'en'
  )
}

/** Gives pages their language. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(first)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        localStorage.setItem(KEPT, next)
        setLanguage(next)
      },
    }),
    [language],
  )
  return <LanguageContext value={chosen}>{children}</LanguageContext>
}

/** The language, and how it is changed. */
export const useLanguage = (): Chosen => useContext(LanguageContext)

/** The texts of a page in the language of its reader. */
export const useTexts = <T,>(texts: Catalogue<T>): T => texts[useLanguage().language]
