import * as z from 'zod'

/** The brand of pages and documents. */
export const BrandSchema = z.strictObject({
  name: z.string().trim().min(1).max(80).describe('The name on the reference page and in every document'),
  supportEmail: z.email().optional().describe('The support address for callers'),
  logo: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A PNG, JPEG or SVG file beside the configuration, an address, or a data: URL; documents take PNG and JPEG',
    ),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0a7d5c')
    .optional()
    .describe('The accent colour of the reference page and of documents'),
  apiVersion: z
    .string()
    .regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$/, 'must be such as 2.1.0')
    .optional()
    .describe('The version of your API in its OpenAPI document; 1.0.0 unless given'),
  introduction: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .optional()
    .describe('Markdown that begins the reference page and the OpenAPI document, in place of one sentence of ours'),
})
/** A brand after its schema. */
export type Brand = z.output<typeof BrandSchema>
