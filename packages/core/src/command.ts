import type * as z from 'zod'
import type { Needs, Resolved } from './token.ts'

/** The arguments of a run, in one object: the host does not know their types. */
export interface CommandRun {
  readonly args: unknown
  progress(done: number, of?: number): void
  readonly services: Readonly<Record<string, unknown>>
}
/** A command of a plugin: `parakh <plugin> <name>`. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** Each field is an option `--name-with-dashes`, or a positional argument where `positional` names it. */
  readonly args: z.ZodObject
  readonly positional: readonly string[]
  readonly needs: Needs
  /** Returns the object that `--json` prints. */
  run(run: CommandRun): Promise<object>
}
/**
 * Declares a command of a plugin. Records named in `needs` are the shared ones: a command has no account.
 *
 * @example
 * const importCommand = defineCommand({
 *   name: 'import', summary: 'Load the published IFSC.csv', args: z.object({ file: z.string() }), positional: ['file'],
 *   needs: { branches: Branches },
 *   run: ({ args, branches, progress }) => branches.load(rows(args.file), progress),
 * })
 */
export function defineCommand<A extends z.ZodObject, const N extends Needs>(definition: {
  name: string
  summary: string
  args: A
  positional?: readonly (keyof z.output<A> & string)[]
  needs: N
  run(context: { args: z.output<A>; progress(done: number, of?: number): void } & Resolved<N>): Promise<object>
}): Command {
  const { name, summary, args, positional = [], needs } = definition
  return {
    name,
    summary,
    args,
    positional,
    needs,
    run: (given) =>
      definition.run({
        ...given.services,
        args: args.parse(given.args),
        progress: given.progress,
      } as { args: z.output<A>; progress(done: number, of?: number): void } & Resolved<N>),
  }
}
