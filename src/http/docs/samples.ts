// Samples of an operation: curl, both SDKs, and PHP without a library.
import { readFileSync } from 'node:fs'
import { SDK_METHODS } from '../../contract/sdk-methods.ts'
import { type Operation, type Parameter, successOf } from './description.ts'
import { EXAMPLE_URL } from './page.ts'
import type { Sample } from './sample-panel.ts'

/** A request with example values. */
interface Request {
  operation: Operation
  /** Path and query. */
  target: string
  params: readonly string[]
  query: readonly (readonly [name: string, value: string])[]
  idempotencyKey: string | null
}

export interface SampleSettings {
  publicUrl: string
  apiPrefix: string
  /** Example value of a path parameter. */
  exampleOf: (parameter: Parameter) => string
}

/** Code that creates a client of the SDK. */
const clientIn = (language: 'ts' | 'py', publicUrl: string): string =>
  CLIENTS[language].trimEnd().replace('export ', '').replace(EXAMPLE_URL, publicUrl)

const CLIENTS = {
  ts: readFileSync(new URL('../../../docs/samples/client.ts', import.meta.url), 'utf8'),
  py: readFileSync(new URL('../../../docs/samples/client.py', import.meta.url), 'utf8'),
}

/** Parameters that are optional individually, although a request needs one of several alternatives. */
const ONE_OF_SEVERAL = new Set(['lat', 'lng'])

/** Returns the same request in each language. */
export function samplesOf(operation: Operation, settings: SampleSettings): Sample[] {
  const request = exampleRequest(operation, settings)
  const { publicUrl } = settings
  return [
    { language: 'sh', code: curl(request, settings) },
    { language: 'ts', code: typescript(request, publicUrl) },
    { language: 'py', code: python(request, publicUrl) },
    { language: 'php', code: php(request, settings) },
  ]
}

function exampleRequest(operation: Operation, { exampleOf }: SampleSettings): Request {
  const of = (where: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === where)
  const params = of('path').map(exampleOf)
  const query = of('query')
    .filter(({ name, required }) => required || ONE_OF_SEVERAL.has(name))
    .map((parameter) => [parameter.name, exampleOf(parameter)] as const)
  const path = of('path').reduce(
    (text, { name }, i) => text.replace(`{${name}}`, encodeURIComponent(params[i] ?? '')),
    operation.path,
  )
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`).join('&')
  return {
    operation,
    target: search ? `${path}?${search}` : path,
    params,
    query,
    idempotencyKey: of('header').some(({ name }) => name === 'Idempotency-Key') ? `${operation.id}-1` : null,
  }
}

const isForm = ({ body }: Operation): boolean => body?.type === 'multipart/form-data'
const json = (value: unknown): string => JSON.stringify(value, null, 2)

function curl({ operation, target, idempotencyKey }: Request, { publicUrl, apiPrefix }: SampleSettings): string {
  const { method, body, keyed } = operation
  const quotes = /[?&]/.test(target) ? "'" : ''
  const lines = [
    `curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${quotes}${publicUrl}${apiPrefix}${target}${quotes}`,
    ...(keyed ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(idempotencyKey ? [`-H "Idempotency-Key: ${idempotencyKey}"`] : []),
    ...(isForm(operation)
      ? ['-F photo=@photo.jpg']
      : body
        ? ['-H "Content-Type: application/json"', `-d '${json(body.example).replaceAll("'", "'\\''")}'`]
        : method === 'POST'
          ? ['-X POST']
          : []),
  ]
  return lines.join(' \\\n  ')
}

/** Resource and method of an operation in the SDKs. */
const METHODS = new Map(
  Object.entries(SDK_METHODS).flatMap(([resource, methods]) =>
    Object.entries(methods).map(([name, id]) => [id, { resource, name }]),
  ),
)

function methodOf({ id }: Operation): { resource: string; name: string } {
  const found = METHODS.get(id)
  if (!found) throw new Error(`the SDKs have no method for ${id}`)
  return found
}

const isPaged = (operation: Operation): boolean => successOf(operation)?.schema.properties?.next_cursor !== undefined

function typescript({ operation, params, query, idempotencyKey }: Request, publicUrl: string): string {
  const { resource, name } = methodOf(operation)
  const numbers = new Set(operation.parameters.filter(isNumber).map((parameter) => parameter.name))
  const args = [
    ...params.map((value) => `'${value}'`),
    ...(isForm(operation)
      ? ["{ photo: new Blob([await readFile('photo.jpg')]) }"]
      : operation.body
        ? [typescriptLiteral(operation.body.example)]
        : []),
    ...(query.length > 0
      ? [`{ ${query.map(([key, value]) => `${key}: ${numbers.has(key) ? value : `'${value}'`}`).join(', ')} }`]
      : []),
    ...(idempotencyKey
      ? [
          ...(query.length === 0 &&
          operation.parameters.some(({ in: where, name: key }) => where === 'query' && key !== 'dry_run')
            ? ['{}']
            : []),
          `{ idempotencyKey: '${idempotencyKey}' }`,
        ]
      : []),
  ]
  const call = `client.${resource}.${name}(${args.join(', ')})`
  return [
    ...(isForm(operation) ? ["import { readFile } from 'node:fs/promises'"] : []),
    clientIn('ts', publicUrl),
    isPaged(operation)
      ? `for await (const item of ${call}) console.log(item)`
      : `const result = await ${call}\nconsole.log(result)`,
  ].join('\n')
}

const typescriptLiteral = (value: unknown): string =>
  json(value)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (whole, text: string) => (/['\\]/.test(text) ? whole : `'${text}'`))

/** In the description, query parameters are text. A pattern of digits means a number. */
const isNumber = ({ schema }: Parameter): boolean => /^\^(\[\+-\]\?)?\\d/.test(schema.pattern ?? '')

/** Parameter names that Python reserves. */
const RESERVED = new Set(['from'])

function python({ operation, params, query, idempotencyKey }: Request, publicUrl: string): string {
  const { resource, name } = methodOf(operation)
  const numbers = new Set(operation.parameters.filter(isNumber).map((parameter) => parameter.name))
  const args = [
    ...params.map((value) => `"${value}"`),
    ...(isForm(operation)
      ? ['{"photo": open("photo.jpg", "rb")}']
      : operation.body
        ? [pythonLiteral(operation.body.example)]
        : []),
    ...query.map(([key, value]) => `${RESERVED.has(key) ? `${key}_` : key}=${numbers.has(key) ? value : `"${value}"`}`),
    ...(idempotencyKey ? [`idempotency_key="${idempotencyKey}"`] : []),
  ]
  const call = `client.${snake(resource)}.${snake(name)}(${args.join(', ')})`
  return [
    clientIn('py', publicUrl),
    isPaged(operation) ? `for item in ${call}:\n    print(item)` : `result = ${call}\nprint(result)`,
  ].join('\n')
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const pythonLiteral = (value: unknown): string =>
  json(value).replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON_WORDS[token] ?? token)

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

function php({ operation, target, idempotencyKey }: Request, { publicUrl, apiPrefix }: SampleSettings): string {
  const { method, body, keyed } = operation
  const options = [
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    ...(keyed ? ["        'Authorization: Bearer ' . getenv('API_KEY'),"] : []),
    ...(idempotencyKey ? [`        'Idempotency-Key: ${idempotencyKey}',`] : []),
    ...(body && !isForm(operation) ? ["        'Content-Type: application/json',"] : []),
    '    ],',
    ...(isForm(operation)
      ? ["    CURLOPT_POSTFIELDS => ['photo' => new CURLFile('photo.jpg', 'image/jpeg')],"]
      : body
        ? ['    CURLOPT_POSTFIELDS => $body,']
        : []),
  ]
  return [
    '<?php',
    ...(body && !isForm(operation) ? [`$body = <<<'JSON'\n${json(body.example)}\nJSON;\n`] : []),
    `$request = curl_init('${publicUrl}${apiPrefix}${target}');`,
    'curl_setopt_array($request, [',
    ...options,
    ']);',
    'echo curl_exec($request);',
  ].join('\n')
}
