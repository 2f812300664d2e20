import { fieldText } from './field-texts.ts'
import type { JsonSchema } from './fuzzed-operation.ts'
import type { KnownValues } from './known-values.ts'
import { PatternTexts } from './pattern-texts.ts'
import type { Random } from './random.ts'

const MOST_ITEMS = 3
const DEEPEST = 8
const LARGEST = 2_000
const ANY = [null, true, 0, 1.5, 'text', [], {}]

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemas = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

/** Draws values that a JSON schema allows. */
export class SchemaValues {
  readonly #patterns: PatternTexts

  constructor(
    private readonly random: Random,
    private readonly known: KnownValues,
  ) {
    this.#patterns = new PatternTexts(random)
  }

  /** @param name The field that the value is for: ids of what there is are chosen by it. */
  draw(schema: JsonSchema, name: string, depth = 0): unknown {
    const { random } = this
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return random.pick(schema['enum'])
    const branches = [...schemas(schema['anyOf']), ...schemas(schema['oneOf'])]
    if (branches.length > 0) return this.draw(random.pick(branches), name, depth)
    const parts = schemas(schema['allOf'])
    if (parts.length > 0) return this.draw(Object.assign({}, schema, { allOf: undefined }, ...parts), name, depth)
    const { type } = schema
    return this.#ofType(Array.isArray(type) ? random.pick(type) : type, { schema, name, depth })
  }

  #ofType(type: unknown, given: { schema: JsonSchema; name: string; depth: number }): unknown {
    const { random, known } = this
    const { schema, name, depth } = given
    switch (type) {
      case 'string':
        return fieldText(name, schema, { random, known, patterns: this.#patterns })
      case 'integer':
        return this.#number(schema, 1)
      case 'number':
        return this.#number(schema, 0.01)
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      case 'array':
        return this.#list(schema, name, depth)
      case 'object':
        return this.#object(schema, depth)
      default:
        return random.pick(ANY)
    }
  }

  #number(schema: JsonSchema, unit: number): number {
    const least = numberOr(schema['minimum'] ?? schema['exclusiveMinimum'], 0)
    const most = Math.max(
      least,
      Math.min(numberOr(schema['maximum'] ?? schema['exclusiveMaximum'], LARGEST), least + LARGEST),
    )
    if (unit === 1) return this.random.whole(Math.ceil(least), Math.floor(most))
    return Math.round(this.random.whole(least, most) * 100) / 100
  }

  #list(schema: JsonSchema, name: string, depth: number): readonly unknown[] {
    const { items, minItems, maxItems } = schema
    const least = numberOr(minItems, 0)
    const most = Math.min(numberOr(maxItems, least + MOST_ITEMS), least + MOST_ITEMS)
    if (!isSchema(items) || depth > DEEPEST) return []
    return Array.from({ length: this.random.whole(least, most) }, () => this.draw(items, name, depth + 1))
  }

  #object(schema: JsonSchema, depth: number): object {
    const { properties, required, additionalProperties, propertyNames } = schema
    const needed = Array.isArray(required) ? required : []
    const own = Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, one]) =>
      isSchema(one) && (needed.includes(name) || (depth < DEEPEST && this.random.chance(0.4)))
        ? [[name, this.draw(one, name, depth + 1)] as const]
        : [],
    )
    const more = isSchema(additionalProperties) && depth < DEEPEST ? this.random.whole(0, 2) : 0
    const further = Array.from({ length: more }, () => [
      String(this.draw(isSchema(propertyNames) ? propertyNames : { type: 'string' }, 'key', depth + 1)),
      this.draw(additionalProperties as JsonSchema, 'value', depth + 1),
    ])
    return Object.fromEntries([...own, ...further])
  }
}
