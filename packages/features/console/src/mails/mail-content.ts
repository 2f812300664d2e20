/** A mail before it has a form: paragraphs, a code, a link. */
export interface MailContent {
  readonly subject: string
  readonly parts: readonly MailPart[]
}
type MailPart = string | { readonly code: string } | { readonly link: string; readonly label: string }
/** How the HTML of a mail looks. */
export interface MailLook {
  readonly language: 'en' | 'hi'
  readonly brand: string
  /** The accent, `#0a7d5c`; null: our own. */
  readonly colour: string | null
}

const textOf = (part: MailPart): string => (typeof part === 'string' ? part : 'code' in part ? part.code : part.link)

/** The subject of a mail, its text, and the same as HTML that loads nothing. */
export const writtenMail = ({ subject, parts }: MailContent, look: MailLook) => ({
  subject,
  text: `${parts.map(textOf).join('\n\n')}\n`,
  html: htmlOf(subject, parts, look),
})

const COLOUR = '#1c5fd1'
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function htmlOf(subject: string, parts: readonly MailPart[], { language, brand, colour }: MailLook): string {
  const accent = escaped(colour ?? COLOUR)
  const drawn = (part: MailPart): string => {
    if (typeof part === 'string') return `<p style="margin:0 0 16px">${escaped(part)}</p>`
    if ('code' in part)
      return `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:4px">${escaped(part.code)}</p>`
    const [link, label] = [escaped(part.link), escaped(part.label)]
    const button = `display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:#ffffff;text-decoration:none`
    return `<p style="margin:0 0 16px"><a href="${link}" style="${button}">${label}</a></p><p style="margin:0 0 16px;font-size:13px;word-break:break-all">${link}</p>`
  }
  const card = 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px'
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f5f7;color:#1a1d21;font:16px/1.5 sans-serif">',
    `<div style="${card}"><p style="margin:0 0 24px;font-weight:700;color:${accent}">${escaped(brand)}</p>`,
    ...parts.map(drawn),
    '</div></body></html>\n',
  ].join('\n')
}
