import { describe, expect, it } from 'vitest'
import { configJsonSchema } from './json-schema.ts'
import { SECTIONS } from './schema.ts'

describe('the JSON Schema of a configuration', () => {
  it('has every section that can stand in a file, and refuses others', () => {
    const schema = configJsonSchema()
    const inFile = Object.keys(SECTIONS).filter((name) => name !== 'services')
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false, required: ['database', 'plugins'] })
    expect('properties' in schema && Object.keys(schema.properties as object).sort()).toEqual(inFile.sort())
    expect(JSON.stringify(schema)).toContain('"perEndpoint"')
    expect(JSON.stringify(schema)).not.toContain('knex')
  })
})
