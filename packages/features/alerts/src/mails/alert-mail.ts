import type { AlertRule, MailLanguage, PersonMail } from '@parakh/core'
import { nameInMail } from '@parakh/core/formats'
import type { NoticeRow } from '../tables/mail-statements.ts'
import { alertParams } from './alert-params.ts'
import { SENTENCES } from './sentences.ts'

/** An alert that stands in a mail, and its rule. */
export interface MailedAlert extends NoticeRow {
  readonly rule: AlertRule
}
/** Whose alerts a mail tells. */
export interface MailedPlace {
  readonly language: MailLanguage
  /** Null: the operators'. */
  readonly accountName: string | null
}

/** The facts of a subject, which contains only the brand's name and our words. */
interface SubjectFacts {
  readonly count: number
  /** The English title of the rule of the first alert. */
  readonly title: string
}

const TEXTS = {
  en: {
    sandbox: 'Sandbox',
    urgent: 'Act now',
    operators: 'the server',
    subject: ({ count, title }: SubjectFacts) => (count === 1 ? title : `${count} alerts`),
    intro: (place: string) => `Alerts for ${place}:`,
    open: 'Open the console',
    more: 'There are more, in the next mail.',
    choose: 'You choose in the console, under Security, what you are mailed, in which language, and when not.',
  },
  hi: {
    sandbox: 'सैंडबॉक्स',
    urgent: 'अभी करें',
    operators: 'सर्वर',
    subject: ({ count }: SubjectFacts) => `${count} ${count === 1 ? 'सूचना' : 'सूचनाएँ'}`,
    intro: (place: string) => `${place} के लिए सूचनाएँ:`,
    open: 'कंसोल खोलें',
    more: 'और भी हैं, अगले मेल में।',
    choose: 'आपको क्या मेल किया जाए, किस भाषा में और कब नहीं, यह आप कंसोल में सुरक्षा पृष्ठ पर चुनते हैं।',
  },
} as const

/** The email of alerts: the urgent ones first, a sentence for each, and one link to where one acts. */
export function alertMail(
  alerts: readonly MailedAlert[],
  { language, accountName, hasMore }: MailedPlace & { readonly hasMore: boolean },
): PersonMail['content'] {
  const texts = TEXTS[language]
  const ordered = [
    ...alerts.filter(({ severity }) => severity === 'now'),
    ...alerts.filter(({ severity }) => severity !== 'now'),
  ]
  const sentences = ordered.map((one) => sentenceOf(one, language))
  const pages = new Set(ordered.map(({ rule }) => rule.page))
  const [only] = pages
  const page = pages.size === 1 && typeof only === 'string' ? only : 'home'
  const place = accountName === null ? texts.operators : nameInMail(accountName)
  const [first] = ordered
  const subject = texts.subject({ count: ordered.length, title: first?.rule.title ?? '' })
  return (brand) => ({
    subject: [brand, ...(first?.severity === 'now' ? [texts.urgent] : []), subject].join(': '),
    parts: [
      texts.intro(place),
      ...sentences.map((sentence) => `• ${sentence}`),
      ...(hasMore ? [texts.more] : []),
      { page, label: texts.open },
      texts.choose,
    ],
  })
}

function sentenceOf({ alert, rule, severity, environment, params }: MailedAlert, language: MailLanguage): string {
  const { sandbox, urgent } = TEXTS[language]
  const now = severity === 'now'
  const sentence = SENTENCES[language][alert]?.(alertParams(params, { language, now })) ?? rule.title
  const notes = [...(now ? [urgent] : []), ...(environment === 'sandbox' ? [sandbox] : [])]
  return notes.length === 0 ? sentence : `${notes.join(', ')}: ${sentence}`
}
