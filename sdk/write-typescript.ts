// Writes the generated part of sdk/typescript.
import type { Method, Sdk } from './operations.ts'
import { camel, type Definition, pascal, type Shape } from './shapes.ts'

const HEAD = '// Written from openapi.json by sdk/generate.ts.\n'

export const typescriptTypes = ({ model, events, errorCodes }: Sdk): string =>
  [
    HEAD,
    ...[...model.definitions.values()].filter(({ name }) => name !== 'Error').map(definition),
    comment('', 'Payloads of webhooks, keyed by the name of the event.'),
    `export interface WebhookPayloads {\n${events.map(({ name, shape }) => `  '${name}': ${type(shape)}`).join('\n')}\n}\n`,
    comment('', 'Error codes; openapi.json has the meanings.'),
    `export type ErrorCode =\n${errorCodes.map((code) => `  | '${code}'`).join('\n')}\n`,
  ].join('\n')

export function typescriptResources({ methods }: Sdk): string {
  const resources = Map.groupBy(methods, ({ resource }) => resource)
  return [
    HEAD,
    `import { type CallOptions, type ChangeOptions, type Paged, Resource, segment, type WriteOptions } from '../transport.ts'`,
    `import type * as t from './types.ts'\n`,
    ...methods.filter(({ query }) => query.length > 0).map(queryType),
    ...[...resources].map(
      ([resource, own]) => `export class ${pascal(resource)} extends Resource {\n${own.map(method).join('\n')}}\n`,
    ),
  ].join('\n')
}

function definition(given: Definition): string {
  const head = given.description ? comment('', given.description) + '\n' : ''
  if ('is' in given) return `${head}export type ${given.name} = ${type(given.is)}\n`
  const fields = given.fields.map(({ name, shape, required, description }) => {
    const said = description ? `${comment('  ', description)}\n` : ''
    return `${said}  ${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}${required ? '' : '?'}: ${type(shape)}`
  })
  return `${head}export interface ${given.name} {\n${fields.join('\n')}\n}\n`
}

function type(shape: Shape, scope = ''): string {
  switch (shape.kind) {
    case 'ref':
      return scope + shape.name
    case 'literal':
      return shape.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
    case 'scalar':
      return { integer: 'number', file: 'Blob' }[shape.name as string] ?? shape.name
    case 'list':
      return ['union', 'literal'].includes(shape.of.kind)
        ? `(${type(shape.of, scope)})[]`
        : `${type(shape.of, scope)}[]`
    case 'map':
      return `Record<string, ${type(shape.of, scope)}>`
    case 'union':
      return shape.of.map((each) => type(each, scope)).join(' | ')
  }
}

const queryName = ({ resource, name }: Method): string => `${pascal(resource)}${pascal(name)}Query`

function queryType(method: Method): string {
  const fields = method.query
    .filter(({ name }) => name !== method.cursor)
    .map(({ name, required, shape, description }) => {
      const said = description ? `${comment('  ', description)}\n` : ''
      return `${said}  ${name}${required ? '' : '?'}: ${type(shape, 't.')}`
    })
  const cursor = method.cursor ? [`  /** Cursor of a previous page. */\n  ${method.cursor}?: string`] : []
  return `export interface ${queryName(method)} {\n${[...fields, ...cursor].join('\n')}\n}\n`
}

function method(given: Method): string {
  const { name, verb, path, params, query, body, cursor, keyed, rehearsed, reply, summary, description, errors } = given
  const options = keyed ? 'WriteOptions' : rehearsed ? 'ChangeOptions' : 'CallOptions'
  const queryNeeded = query.some(({ required }) => required)
  const args = [
    ...params.map((param) => `${camel(param)}: string`),
    ...(body ? [body.required ? `body: ${type(body.shape, 't.')}` : `body?: ${type(body.shape, 't.')}`] : []),
    ...(query.length > 0 ? [`query: ${queryName(given)}${queryNeeded ? '' : ' = {}'}`] : []),
    `options?: ${options}`,
  ]
  const call = [
    `verb: '${verb}'`,
    `path: ${params.length > 0 ? `\`${path.replaceAll(/\{(\w+)\}/g, (_, param: string) => `\${segment(${camel(param)})}`)}\`` : `'${path}'`}`,
    ...(query.length > 0 ? ['query'] : []),
    ...(body ? [body.multipart ? 'form: body' : 'body'] : []),
    ...(keyed ? ['keyed: true'] : []),
    ...(cursor ? [`cursor: '${cursor}'`] : []),
  ].join(', ')
  const said = [`${summary}.`, description, ...errors.map(({ status, meaning }) => `- ${status}: ${meaning}`)]
  const returned = cursor ? `Paged<${type(reply, 't.')}>` : `Promise<${type(reply, 't.')}>`
  return [
    comment('  ', said.join('\n\n').replaceAll(/\n\n(?=- )/g, '\n')),
    `  ${name}(${args.join(', ')}): ${returned} {`,
    `    return this.${cursor ? 'pages' : 'call'}({ ${call} }, options)`,
    '  }\n',
  ].join('\n')
}

function comment(indent: string, text: string): string {
  const lines = wrap(text.replaceAll('*/', '*∕'), 116 - indent.length)
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) ?? ''
      if (line && line.length + word.length + 1 > width) lines.push(word)
      else lines[lines.length - 1] = line ? `${line} ${word}` : word
    }
    return lines
  })
}
