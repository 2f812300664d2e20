import type * as z from 'zod'

type OrElse<S extends z.ZodType> = z.ZodPipe<
  z.ZodPipe<z.ZodOptional<z.ZodNullable<S>>, z.ZodTransform<z.output<S>, z.output<S> | null | undefined>>,
  S
>

/**
 * What a register may lack: null and a field that is left out are the fallback. (zod's `default` takes what is left out alone, and a
 * register that has no value mostly says null.) Answers, and what is published of them, have the schema itself.
 *
 * @param schema One that takes what it gives.
 * @param fallback What stands where there is nothing.
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
