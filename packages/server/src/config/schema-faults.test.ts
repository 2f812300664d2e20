import { expect, test } from 'vitest'
import * as z from 'zod'
import { schemaFaults } from './schema-faults.ts'

const Section = z.strictObject({
  port: z.int().min(1).max(65_535),
  names: z.record(z.string(), z.string()),
  mode: z.enum(['all', 'none']),
})

/** The messages by field. */
function told(section: unknown): Readonly<Record<string, string>> {
  const { error } = Section.safeParse(section)
  const faults = schemaFaults(Section, error?.issues ?? [], 'section')
  return Object.fromEntries(faults.map(({ path, message }) => [path, message]))
}

test('a value of another type is not called missing: it says which type is expected', () => {
  expect(told({ port: 80, names: 3, mode: 'all' })).toEqual({
    'section.names': 'must be an object',
  })
  expect(told({ port: '80', names: {}, mode: 'all' })).toEqual({
    'section.port': 'must be a number',
  })
})

test('a value that is missing is called missing, with what is allowed', () => {
  expect(told({ port: 80, mode: 'all' })).toEqual({
    'section.names': 'is missing: it must be an object',
  })
})

test('faults of range and enumeration name the allowed values', () => {
  expect(told({ port: 0, names: {}, mode: 'some' })).toEqual({
    'section.port': expect.stringMatching(/is too small. Allowed: at least 1/),
    'section.mode': expect.stringMatching(/is wrong. Allowed: all, none/),
  })
})
