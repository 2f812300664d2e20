import type { ConfigurationFault, Plugin } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'

/**
 * What is wrong with the operations of a plugin's provider: a field of `same` that the question or the record has not would compare
 * nothing, and another person's record would be answered. The types say it too, where a plugin is checked by them.
 */
export function checkOperations({ id, definition }: Plugin, path: string): readonly ConfigurationFault[] {
  return Object.entries(definition.provider?.operations ?? {}).flatMap(([name, { input, output, same }]) =>
    same
      .filter((field) => !(field in input.shape && field in output.shape))
      .map((field) => {
        const both = Object.keys(input.shape).filter((one) => one in output.shape)
        return kernelErrors.fault('OPERATION_INVALID', path, { id, name, field, allowed: both.join(', ') || 'none' })
      }),
  )
}
