import { ExpressionFailure } from '../expression/expression-failure.ts'
import { asText } from './text.ts'

/** A body as it is sent, and the content type it has. */
export interface EncodedBody {
  readonly text: string
  readonly contentType: string
}

/**
 * Encodes what the body's expressions gave, by the content type that the source's headers name: JSON unless they say
 * otherwise, form fields for `application/x-www-form-urlencoded`, text as it is for any other.
 *
 * @throws ExpressionFailure `BODY`
 */
export function encodeBody(value: unknown, contentType: string | undefined): EncodedBody {
  if (value === undefined) throw new ExpressionFailure('BODY')
  const type = contentType ?? 'application/json'
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (essence === 'application/json' || essence.endsWith('+json'))
    return { text: JSON.stringify(value), contentType: type }
  if (essence === 'application/x-www-form-urlencoded' && typeof value === 'object' && value !== null) {
    return { text: formFields(value), contentType: type }
  }
  const text = asText(value)
  if (text === null) throw new ExpressionFailure('BODY')
  return { text, contentType: type }
}

/** Names and values as a query or a form; a list repeats its name, what is absent is left out. */
export function formFields(fields: object): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined) continue
      const text = asText(item)
      if (text === null) throw new ExpressionFailure('FIELD')
      encoded.append(name, text)
    }
  }
  return encoded.toString()
}
