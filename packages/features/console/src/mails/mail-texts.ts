/** A mail, without its address. */
export interface MailText {
  readonly subject: string
  readonly text: string
}
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
    code: ({ brand, code }: CodeFacts): MailText => ({
      subject: `${spaced(code)} is your code for ${brand}`,
      text: `${spaced(code)} is your code for ${brand}. It holds for 10 minutes.\n\nTell it to nobody. If you did not ask for it, you need not do anything.\n`,
    }),
    invitation: ({ brand, account, link }: InvitationFacts): MailText => ({
      subject: `Your invitation to ${account ?? brand}`,
      text: `Open this link to accept, once, within 7 days:\n${link}\n\nYou are invited to ${account ?? 'the operators'} at ${brand}. If you do not expect this, ignore it.\n`,
    }),
  },
  hi: {
    code: ({ brand, code }: CodeFacts): MailText => ({
      subject: `${spaced(code)} ${brand} के लिए आपका कोड है`,
      text: `${spaced(code)} ${brand} के लिए आपका कोड है। यह 10 मिनट तक मान्य है।\n\nइसे किसी को न बताएँ। यदि आपने इसे नहीं माँगा, तो कुछ करने की आवश्यकता नहीं है।\n`,
    }),
    invitation: ({ brand, account, link }: InvitationFacts): MailText => ({
      subject: `${account ?? brand} में आपका निमंत्रण`,
      text: `स्वीकार करने के लिए 7 दिनों के भीतर, एक बार, यह लिंक खोलें:\n${link}\n\nआपको ${brand} पर ${account ?? 'संचालकों'} में आमंत्रित किया गया है। यदि आपको इसकी अपेक्षा नहीं थी, तो इसे अनदेखा करें।\n`,
    }),
  },
} as const
