// A model of the description's schemas in which every object has a name. The code of both languages is written from it.

export type Shape =
  | { kind: 'ref'; name: string }
  | { kind: 'literal'; values: readonly (string | number | boolean)[] }
  | { kind: 'scalar'; name: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' | 'file' }
  | { kind: 'list'; of: Shape }
  | { kind: 'map'; of: Shape }
  | { kind: 'union'; of: readonly Shape[] }

export interface Field {
  name: string
  shape: Shape
  required: boolean
  description?: string
}

export type Definition =
  | { name: string; description?: string; fields: readonly Field[] }
  | { name: string; description?: string; is: Shape }

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  format?: string
  pattern?: string
}

/** Collects definitions while schemas are read. An object without a name gets a name from its position. */
export class Model {
  readonly definitions = new Map<string, Definition>()

  /** Defines a component under its own name. */
  define(name: string, schema: Schema): void {
    if (schema.properties) this.object(name, schema)
    else this.add({ name, description: schema.description, is: this.shape(schema, name) })
  }

  shape(schema: Schema, name: string): Shape {
    if (schema.$ref) return { kind: 'ref', name: schema.$ref.split('/').at(-1) ?? '' }
    const parts = schema.anyOf ?? schema.oneOf
    // In a union, each object needs a name of its own, because numbered names would be meaningless.
    if (parts) return union(parts.map((part, i) => this.shape(part, i === 0 ? name : '')))
    if (schema.const !== undefined) return { kind: 'literal', values: [schema.const] }
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null)
      const literal: Shape = { kind: 'literal', values }
      return schema.enum.includes(null) ? union([literal, { kind: 'scalar', name: 'null' }]) : literal
    }
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.shape({ ...schema, type }, name)))
    switch (schema.type) {
      case 'object':
        if (schema.properties) return this.object(name, schema)
        return { kind: 'map', of: this.additional(schema, name) }
      case 'array':
        return { kind: 'list', of: this.shape(schema.items ?? {}, singular(name)) }
      case 'string':
        return { kind: 'scalar', name: schema.format === 'binary' ? 'file' : 'string' }
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return { kind: 'scalar', name: schema.type }
      case undefined:
        return { kind: 'scalar', name: 'unknown' }
      default:
        throw new Error(`${name} has the unknown type ${schema.type}`)
    }
  }

  private additional({ additionalProperties: of }: Schema, name: string): Shape {
    return typeof of === 'object' ? this.shape(of, singular(name)) : { kind: 'scalar', name: 'unknown' }
  }

  private object(name: string, { properties = {}, required = [], description }: Schema): Shape {
    if (name === '') throw new Error(`There is a union of objects without names: ${Object.keys(properties).join()}`)
    const fields = Object.entries(properties).map(([field, schema]) => ({
      name: field,
      shape: this.shape(schema, name + pascal(field)),
      required: required.includes(field),
      description: schema.description,
    }))
    this.add({ name, description, fields })
    return { kind: 'ref', name }
  }

  private add(definition: Definition): void {
    const { name } = definition
    const known = this.definitions.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`There are two types ${name}`)
    this.definitions.set(name, definition)
  }
}

function union(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]))
  const [first, ...others] = flat.filter(
    (shape, i) => flat.findIndex((other) => JSON.stringify(other) === JSON.stringify(shape)) === i,
  )
  if (!first) throw new Error('A union of nothing')
  return others.length > 0 ? { kind: 'union', of: [first, ...others] } : first
}

export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

export const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
