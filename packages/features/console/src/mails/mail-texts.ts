import type { MailContent } from './mail-content.ts'

/** What is filled into a mail. */
export interface CodeFacts {
  readonly brand: string
  /** Eight digits. */
  readonly code: string
}
/** What an invitation says. */
export interface InvitationFacts {
  readonly brand: string
  /** Null: operators. */
  readonly account: string | null
  readonly link: string
}

const spaced = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/** The mails of the console, by language. The code stands first, so that a notification shows it. */
export const MAIL_TEXTS = {
  en: {
    code: ({ brand, code }: CodeFacts): MailContent => ({
      subject: `${spaced(code)} is your code for ${brand}`,
      parts: [
        `This is your code for ${brand}. It holds for 10 minutes:`,
        { code: spaced(code) },
        'Tell it to nobody. If you did not ask for it, you need not do anything.',
      ],
    }),
    invitation: ({ brand, account, link }: InvitationFacts): MailContent => ({
      subject: `Your invitation to ${account ?? brand}`,
      parts: [
        `You are invited to ${account ?? 'the operators'} at ${brand}.`,
        'Open this link to accept, once, within 7 days:',
        { link, label: 'Accept the invitation' },
        'If you do not expect this, ignore it.',
      ],
    }),
  },
  hi: {
    code: ({ brand, code }: CodeFacts): MailContent => ({
      subject: `${spaced(code)} ${brand} के लिए आपका कोड है`,
      parts: [
        `यह ${brand} के लिए आपका कोड है। यह 10 मिनट तक मान्य है:`,
        { code: spaced(code) },
        'इसे किसी को न बताएँ। यदि आपने इसे नहीं माँगा, तो कुछ करने की आवश्यकता नहीं है।',
      ],
    }),
    invitation: ({ brand, account, link }: InvitationFacts): MailContent => ({
      subject: `${account ?? brand} में आपका निमंत्रण`,
      parts: [
        `आपको ${brand} पर ${account ?? 'संचालकों'} में आमंत्रित किया गया है।`,
        'स्वीकार करने के लिए 7 दिनों के भीतर, एक बार, यह लिंक खोलें:',
        { link, label: 'निमंत्रण स्वीकार करें' },
        'यदि आपको इसकी अपेक्षा नहीं थी, तो इसे अनदेखा करें।',
      ],
    }),
  },
} as const
