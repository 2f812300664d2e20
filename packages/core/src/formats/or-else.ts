import type * as z from 'zod'

type OrElse<S extends z.ZodType> = z.ZodPipe<
  z.ZodPipe<z.ZodOptional<z.ZodNullable<S>>, z.ZodTransform<z.output<S>, z.output<S> | null | undefined>>,
  S
>

/**
 * A field that a source may lack: null or absent becomes the fallback. (zod's `default` covers only absent fields, but sources usually
 * send null.) The published schema is the given one.
 *
 * @param schema Its output must be valid input.
 * @param fallback The value in place of null or an absent field.
 *
 * @example
 * const Tenant = z.object({ name: z.string(), floor: orElse(z.string(), '') })
 * Tenant.parse({ name: 'ASHA RAO', floor: null }) // { name: 'ASHA RAO', floor: '' }
 */
export function orElse<S extends z.ZodType>(schema: S, fallback: NoInfer<z.output<S>>): OrElse<S>
export function orElse(schema: z.ZodType, fallback: unknown): z.ZodType {
  return schema
    .nullish()
    .transform((given) => given ?? fallback)
    .pipe(schema)
}
