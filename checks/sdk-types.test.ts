// Checks the SDKs' types in strict mode: each body, response and payload of the description's examples must have the
// type that its method declares.
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readSdk, type Sdk } from '../sdk/operations.ts'
import { pascal, type Shape } from '../sdk/shapes.ts'
import { EVENTS } from '../src/contract/events.ts'
import { apiBindings } from '../src/http/operations/all.ts'
import { description } from '../test/helpers/described.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SDK = path.join(ROOT, 'sdk')

const folder = await mkdtemp(path.join(tmpdir(), 'roundsman-sdk-types-'))
after(() => rm(folder, { recursive: true }))
const sdk = readSdk(description as never)

test('TypeScript: every example has the type that its method accepts or returns', async () => {
  const lines = examples(sdk).map(
    ({ type, value }, i) => `export const value${i}: ${type('t.')} = ${JSON.stringify(value)}`,
  )
  const file = path.join(folder, 'examples.ts')
  await writeFile(file, [`import type * as t from '${SDK}/typescript/src/generated/types.ts'`, ...lines].join('\n'))
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--ignoreConfig', '--types', '']
  const targets = ['--target', 'es2022', '--lib', 'es2023,dom', '--module', 'esnext', '--moduleResolution', 'bundler']
  await run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...targets, file])
})

test('Python: types are strict throughout, including every example', async () => {
  const copy = path.join(folder, 'python')
  cpSync(path.join(SDK, 'python'), copy, { recursive: true, filter: (from) => !from.includes('__pycache__') })
  const lines = examples(sdk).map(({ python: type, value }, i) => `value${i}: ${type} = ${inPython(value)}`)
  await writeFile(
    path.join(copy, 'examples/values.py'),
    ['from roundsman import types as t\n', ...lines, ''].join('\n'),
  )
  await run(process.execPath, [path.join(ROOT, 'checks/node_modules/pyright/index.js'), '--project', copy])
})

/** Each body, response and payload of the description's examples, with its type in both languages. */
function examples({ methods, events }: Sdk) {
  const found: { type: (scope: string) => string; python: string; value: unknown }[] = []
  const add = (shape: Shape, value: unknown, list = false) => {
    if (shape.kind !== 'ref') return
    const many = list && Array.isArray(value)
    found.push({
      type: (scope) => `${scope}${shape.name}${many ? '[]' : ''}`,
      python: many ? `list[t.${shape.name}]` : `t.${shape.name}`,
      value,
    })
  }
  const byOperation = new Map(apiBindings.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  for (const { verb, path: at, body, reply } of methods) {
    const endpoint = byOperation.get(`${verb} ${at}`)
    if (!endpoint) throw new Error(`${verb} ${at} is bound nowhere`)
    if (body && !body.multipart) add(body.shape, endpoint.examples.body)
    add(reply.kind === 'list' ? reply.of : reply, endpoint.examples.reply, true)
  }
  for (const { name, shape } of events) {
    const event = Object.entries(EVENTS).find(([each]) => each === name)
    if (event) add(shape, event[1].example)
  }
  if (found.length < 60) throw new Error(`Only ${found.length} examples of ${pascal('types')}`)
  return found
}

const inPython = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(inPython).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .map(([name, each]) => `${JSON.stringify(name)}: ${inPython(each)}`)
          .join(', ')}}`
      : value === null
        ? 'None'
        : typeof value === 'boolean'
          ? value
            ? 'True'
            : 'False'
          : JSON.stringify(value)

const run = async (command: string, args: readonly string[], options: object = {}): Promise<void> => {
  await promisify(execFile)(command, args, options).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}\n${stderr}`.slice(0, 6_000))
  })
}
