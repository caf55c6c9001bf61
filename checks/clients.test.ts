// Generates API clients from openapi.json with third-party generators. Checks that the clients compile in strict mode,
// and that every example of the description has the type that the client declares.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EVENTS } from '../src/contract/events.ts'
import { apiBindings } from '../src/http/operations/all.ts'
import { description } from '../test/helpers/described.ts'

const COMPILER = new URL('compiler-api.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: COMPILER, shortCircuit: true } : next(name, context),
})
const { default: openapiTypes, astToString } = await import('openapi-typescript')
const { createClient } = await import('@hey-api/openapi-ts')

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(path.join(tmpdir(), 'roundsman-clients-'))
after(() => rm(folder, { recursive: true }))
const endpoints = apiBindings.map(({ endpoint }) => endpoint)

test('openapi-typescript: its types compile and fit every example', async () => {
  // The generator modifies the object that it gets, so it gets a copy.
  const types = astToString(await openapiTypes(structuredClone(description) as never))
  await writeFile(path.join(folder, 'paths.ts'), types)
  const values: [type: string, value: unknown][] = []
  const json = `['content']['application/json']`
  for (const { method, path: at, body, multipart, success, examples, paged } of endpoints) {
    const operation = `paths['${at}']['${method.toLowerCase()}']`
    if (body && !multipart) values.push([`NonNullable<${operation}['requestBody']>${json}`, examples.body])
    for (const status of Object.keys(success))
      values.push([`${operation}['responses'][${status}]${json}`, envelope(examples.reply, paged)])
  }
  for (const [name, { example }] of Object.entries(EVENTS))
    values.push([`NonNullable<webhooks['${name}']['post']['requestBody']>${json}`, example])
  await compile('by-path', `import type { paths, webhooks } from './paths.ts'`, values)
})

test('@hey-api/openapi-ts: its client compiles and fits every example', async () => {
  await createClient({
    input: structuredClone(description) as never,
    output: { path: path.join(folder, 'client'), postProcess: [] },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  })
  const values: [type: string, value: unknown][] = []
  for (const { operation, body, multipart, success, examples, paged } of endpoints) {
    const name = pascal(operation)
    if (body && !multipart) values.push([`client.${name}Data['body']`, examples.body])
    for (const status of Object.keys(success))
      values.push([`client.${name}Responses[${status}]`, envelope(examples.reply, paged)])
  }
  for (const [name, { example }] of Object.entries(EVENTS))
    values.push([`client.${pascal(name)}WebhookRequest['body']`, example])
  await compile('by-name', `import type * as client from './client/index.ts'`, values)
  // oxlint-disable-next-line no-control-regex
  for (const file of globSync('client/**/*.ts', { cwd: folder }))
    assert.doesNotMatch(readFileSync(path.join(folder, file), 'utf8'), /[^\P{Cc}\n\t]/u, file)
})

test('an example with a wrong type is detected', async () => {
  await assert.rejects(compile('wrong', '', [['{ status: 200 }', { status: 'OPEN' }]]), /wrong\.ts/)
})

const envelope = (data: unknown, paged = false) => ({ data, message: 'OK', ...(paged && { next_cursor: null }) })

const pascal = (name: string): string => name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Compiles each value against its type in strict mode. Rejects with the compiler's output. */
async function compile(
  name: string,
  imports: string,
  values: readonly [type: string, value: unknown][],
): Promise<void> {
  const lines = values.map(([type, value], i) => `export const value${i}: ${type} = ${JSON.stringify(value)}`)
  await writeFile(path.join(folder, `${name}.ts`), [imports, ...lines].join('\n'))
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--ignoreConfig', '--types', '']
  const targets = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler']
  const compiler = [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...targets, ...modules]
  await promisify(execFile)(process.execPath, [...compiler, path.join(folder, `${name}.ts`)]).catch(
    (error: unknown) => {
      throw new Error(String((error as { stdout?: string }).stdout))
    },
  )
}
