import type { MailContent } from './mail-content.ts'

/** The emails of a language. A subject contains only the brand's name and our words. Names come from `nameInMail`. */
interface MailTexts {
  /** @param facts Its code has eight digits. */
  code(facts: { readonly brand: string; readonly code: string }): MailContent
  /** @param facts Its account is null for operators. */
  invitation(facts: { readonly brand: string; readonly account: string | null; readonly link: string }): MailContent
  ownerRemoved(facts: OwnerRemoved & { readonly brand: string }): MailContent
}
/** The removal of an owner's role, or its change to a lower one. */
export interface OwnerRemoved {
  readonly account: string
  /** A person or a credential of the account, or an operator. */
  readonly by: { readonly kind: 'person'; readonly email: string } | { readonly kind: 'operator' | 'credential' }
  readonly at: Date
}

const dayAndTime = (at: Date, locale: 'en-GB' | 'hi-IN'): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(at)
const removerOf = (by: OwnerRemoved['by'], operator: string, credential: string): string =>
  by.kind === 'person' ? by.email : by.kind === 'operator' ? operator : credential
const spaced = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/** The mails of the console, by language. The code stands first, so that a notification shows it. */
export const MAIL_TEXTS: Readonly<Record<'en' | 'hi', MailTexts>> = {
  en: {
    code: ({ brand, code }) => ({
      subject: `${spaced(code)} is your code for ${brand}`,
      parts: [
        `This is your code for ${brand}. It holds for 10 minutes:`,
        { code: spaced(code) },
        'Tell it to nobody. If you did not ask for it, you need not do anything.',
      ],
    }),
    invitation: ({ brand, account, link }) => ({
      subject: `Your invitation to ${brand}`,
      parts: [
        account === null
          ? `You are invited to join the operators of ${brand}.`
          : `You are invited to join the account “${account}” at ${brand}.`,
        'Open this link to accept, once, within 7 days:',
        { link, label: 'Accept the invitation' },
        'If you do not expect this, ignore it.',
      ],
    }),
    ownerRemoved: ({ brand, account, by, at }) => ({
      subject: `You are no longer an owner at ${brand}`,
      parts: [
        `You are no longer an owner of ${account} at ${brand}.`,
        `${removerOf(by, `An operator of ${brand}`, 'A credential of the account')} changed your role on ${dayAndTime(at, 'en-GB')} IST.`,
        `If you did not expect this, contact ${brand}.`,
      ],
    }),
  },
  hi: {
    code: ({ brand, code }) => ({
      subject: `${spaced(code)} ${brand} के लिए आपका कोड है`,
      parts: [
        `यह ${brand} के लिए आपका कोड है। यह 10 मिनट तक मान्य है:`,
        { code: spaced(code) },
        'इसे किसी को न बताएँ। यदि आपने इसे नहीं माँगा, तो कुछ करने की आवश्यकता नहीं है।',
      ],
    }),
    invitation: ({ brand, account, link }) => ({
      subject: `${brand} में आपका निमंत्रण`,
      parts: [
        account === null
          ? `आपको ${brand} के संचालकों में आमंत्रित किया गया है।`
          : `आपको ${brand} पर खाते “${account}” में आमंत्रित किया गया है।`,
        'स्वीकार करने के लिए 7 दिनों के भीतर, एक बार, यह लिंक खोलें:',
        { link, label: 'निमंत्रण स्वीकार करें' },
        'यदि आपको इसकी अपेक्षा नहीं थी, तो इसे अनदेखा करें।',
      ],
    }),
    ownerRemoved: ({ brand, account, by, at }) => ({
      subject: `अब आप ${brand} पर स्वामी नहीं हैं`,
      parts: [
        `अब आप ${brand} पर ${account} के स्वामी नहीं हैं।`,
        `${removerOf(by, `${brand} के एक संचालक`, 'खाते के एक क्रेडेंशियल')} ने ${dayAndTime(at, 'hi-IN')} (भारतीय समय) पर आपकी भूमिका बदली।`,
        `यदि आपको इसकी अपेक्षा नहीं थी, तो ${brand} से संपर्क करें।`,
      ],
    }),
  },
}
