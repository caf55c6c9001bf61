// Writes the generated part of sdk/python.
import type { Method, Sdk } from './operations.ts'
import { type Definition, pascal, type Shape, snake } from './shapes.ts'
import { wrap } from './write-typescript.ts'

const HEAD = '# Written from openapi.json by sdk/generate.ts.\n'

/** Keywords of Python that are also names in the API. */
const KEYWORDS = ['and', 'as', 'class', 'from', 'global', 'import', 'in', 'is', 'not', 'or', 'pass', 'return', 'with']
const argument = (name: string): string => (KEYWORDS.includes(name) ? `${name}_` : name)

export function pythonTypes({ model, events, errorCodes }: Sdk): string {
  const definitions = [...model.definitions.values()].filter(({ name }) => name !== 'Error')
  return [
    `${HEAD}"""Types of requests, responses and webhooks: dictionaries with the names of the API."""\n`,
    'from __future__ import annotations\n',
    'from typing import Any, BinaryIO, Literal, NotRequired, TypedDict, Union\n',
    ...definitions.map(definition),
    `WebhookPayload = Union[\n${events.map(({ shape }) => `    "${type(shape)}",\n`).join('')}]`,
    '"""Payload of a webhook, by its event."""\n',
    `EventName = Literal[\n${events.map(({ name }) => `    "${name}",\n`).join('')}]\n`,
    `ErrorCode = Literal[\n${errorCodes.map((code) => `    "${code}",\n`).join('')}]`,
    '"""Error codes; openapi.json has the meanings."""\n',
  ].join('\n')
}

export function pythonResources({ methods }: Sdk): string {
  const resources = Map.groupBy(methods, ({ resource }) => resource)
  const classes = [...resources].map(
    ([resource, own]) => `\nclass ${pascal(resource)}(Resource):\n${own.map(method).join('\n')}`,
  )
  return [
    `${HEAD}from __future__ import annotations\n`,
    ...(classes.some((text) => text.includes('Literal[')) ? ['from typing import Literal\n'] : []),
    'from . import types as t',
    'from .transport import Paged, Resource, segment\n',
    ...classes,
  ].join('\n')
}

function definition(given: Definition): string {
  const { name, description } = given
  if ('is' in given)
    return [`${name} = ${alias(given.is)}`, ...(description ? [docstring('', description)] : []), ''].join('\n')
  const fields = given.fields.flatMap(({ name: field, shape, required, description: said }) => [
    `    ${field}: ${required ? type(shape) : `NotRequired[${type(shape)}]`}`,
    ...(said ? [docstring('    ', said)] : []),
  ])
  if (given.fields.some(({ name: field }) => !/^[a-z_]\w*$/i.test(field) || KEYWORDS.includes(field)))
    return dictionary(given)
  const body = [...(description ? [docstring('    ', description)] : []), ...fields]
  return [`class ${name}(TypedDict):`, ...(body.length > 0 ? body : ['    pass']), ''].join('\n')
}

/** Writes a TypedDict in functional syntax, because some of its keys can't be attribute names in Python. */
function dictionary({ name, fields }: Extract<Definition, { fields: unknown }>): string {
  const members = fields.map(({ name: field, shape, required }) =>
    `        "${field}": "${required ? type(shape) : `NotRequired[${type(shape)}]`}",`.replaceAll(
      /(?<=Literal\[)[^\]]*/g,
      (values) => values.replaceAll('"', "'"),
    ),
  )
  return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...members, '    },', ')', ''].join('\n')
}

/** Python evaluates aliases when it loads the module, so their types are quoted. */
const alias = (shape: Shape): string => {
  if (shape.kind === 'ref') return `"${shape.name}"`
  if (shape.kind === 'union') return `Union[${shape.of.map(alias).join(', ')}]`
  if (shape.kind === 'list') return `list[${alias(shape.of)}]`
  return type(shape)
}

function type(shape: Shape, scope = ''): string {
  switch (shape.kind) {
    case 'ref':
      return scope + shape.name
    case 'literal':
      return `Literal[${shape.values.map(literal).join(', ')}]`
    case 'scalar':
      return {
        string: 'str',
        integer: 'int',
        number: 'float',
        boolean: 'bool',
        null: 'None',
        unknown: 'Any',
        file: 'bytes | BinaryIO',
      }[shape.name]
    case 'list':
      return `list[${type(shape.of, scope)}]`
    case 'map':
      return `dict[str, ${type(shape.of, scope)}]`
    case 'union':
      return shape.of.map((each) => type(each, scope)).join(' | ')
  }
}

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `"${value}"` : typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)

function method(given: Method): string {
  const { name, verb, path, params, query, body, cursor, keyed, rehearsed, reply, summary, description, errors } = given
  const positional = [
    ...params.map((param) => `${param}: str`),
    ...(body ? [`body: ${type(body.shape, 't.')}${body.required ? '' : ' | None = None'}`] : []),
  ]
  const named = [
    ...query.map(
      ({ name: parameter, required, shape }) =>
        `${argument(parameter)}: ${type(shape, 't.')}${required ? '' : ' | None = None'}`,
    ),
    ...(keyed ? ['idempotency_key: str | None = None'] : []),
    ...(rehearsed ? ['dry_run: bool = False'] : []),
    'timeout: float | None = None',
  ]
  const said = [
    `${summary}.`,
    description,
    ...query.flatMap(({ name: parameter, description: meaning }) =>
      meaning ? [`${argument(parameter)}: ${meaning}`] : [],
    ),
    ...errors.map(({ status, meaning }) => `- ${status}: ${meaning}`),
  ]
  const template = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => `{segment(${param})}`)
  const call = [
    `"${verb}"`,
    `${params.length > 0 ? 'f' : ''}"${template}"`,
    ...(query.length > 0
      ? [`query={${query.map(({ name: parameter }) => `"${parameter}": ${argument(parameter)}`).join(', ')}}`]
      : []),
    ...(body ? [body.multipart ? 'form=body' : 'body=body'] : []),
    ...(keyed ? ['keyed=True', 'idempotency_key=idempotency_key'] : []),
    ...(rehearsed ? ['dry_run=dry_run'] : []),
    ...(cursor ? [`cursor="${cursor}"`] : []),
    'timeout=timeout',
  ]
  const returned = cursor ? `Paged[${type(reply, 't.')}]` : type(reply, 't.')
  return [
    `    def ${snake(name)}(`,
    '        self,',
    ...positional.map((each) => `        ${each},`),
    '        *,',
    ...named.map((each) => `        ${each},`),
    `    ) -> ${returned}:`,
    docstring('        ', said.join('\n\n').replaceAll(/\n\n(?=- )/g, '\n')),
    `        return self._${cursor ? 'pages' : 'call'}(`,
    ...call.map((each) => `            ${each},`),
    '        )\n',
  ].join('\n')
}

function docstring(indent: string, text: string): string {
  const lines = wrap(text.replaceAll('\\', '\\\\').replaceAll('"""', "'''"), 100 - indent.length)
  const end = text.endsWith('"') ? ' ' : ''
  if (lines.length === 1) return `${indent}"""${lines[0]}${end}"""`
  return [`${indent}"""${lines[0]}`, ...lines.slice(1).map((line) => (line ? indent + line : '')), `${indent}"""`].join(
    '\n',
  )
}
