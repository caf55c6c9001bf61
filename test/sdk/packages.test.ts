// The SDKs as packages: written from the description as it is, with types that every example has, and fit to be published.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { readSdk, type Sdk } from '../../sdk/operations.ts'
import { pascal, type Shape } from '../../sdk/shapes.ts'
import { packSdks } from '../../src/cli/pack-sdks.ts'
import { EVENTS } from '../../src/contract/events.ts'
import { apiBindings } from '../../src/http/api.ts'
import { PYTHON_SDK, TYPESCRIPT_SDK } from '../../src/http/web.ts'
import { VERSION } from '../../src/version.ts'
import { description } from '../helpers/described.ts'
import { SYSTEM_NODE } from '../helpers/system-node.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SDK = path.join(ROOT, 'sdk')
const PYTHON = 'python3'
const python = spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0

const folder = await mkdtemp(path.join(tmpdir(), 'roundsman-sdk-'))
after(() => rm(folder, { recursive: true }))
const sdk = readSdk(description as never)

test('an operation that the table of resources lacks, or that is gone, is told', () => {
  const { '/events': _, ...paths } = description.paths
  assert.throws(() => readSdk({ ...description, paths } as never), /no operation listEvents/)
  const more = { '/more': { get: { ...description.paths['/events']?.get, operationId: 'more' } } }
  assert.throws(() => readSdk({ ...description, paths: { ...description.paths, ...more } } as never), /lacks more/)
})

test('of several objects that a field may be each has a name of its own, none a number', () => {
  for (const name of sdk.model.definitions.keys()) assert.doesNotMatch(name, /\d/)
  const object = { type: 'object', properties: { at: { type: 'string' } } }
  const components = description.components as { schemas: object }
  const schemas = { ...components.schemas, Either: { anyOf: [object, { ...object, required: ['at'] }] } }
  assert.throws(() => readSdk({ ...description, components: { schemas } } as never), /objects without names: at/)
})

test('TypeScript: every example has the type that its method takes or returns', async () => {
  const lines = examples(sdk).map(
    ({ type, value }, i) => `export const value${i}: ${type('t.')} = ${JSON.stringify(value)}`,
  )
  const file = path.join(folder, 'examples.ts')
  await writeFile(file, [`import type * as t from '${SDK}/typescript/src/generated/types.ts'`, ...lines].join('\n'))
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--ignoreConfig', '--types', '']
  const targets = ['--target', 'es2022', '--lib', 'es2023,dom', '--module', 'esnext', '--moduleResolution', 'bundler']
  await run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...targets, file])
})

test('Python: strict types throughout, of every example too', { skip: python ? false : 'no Python' }, async () => {
  const copy = path.join(folder, 'python')
  cpSync(path.join(SDK, 'python'), copy, { recursive: true, filter: (from) => !from.includes('__pycache__') })
  const lines = examples(sdk).map(({ python: type, value }, i) => `value${i}: ${type} = ${inPython(value)}`)
  await writeFile(
    path.join(copy, 'examples/values.py'),
    ['from roundsman import types as t\n', ...lines, ''].join('\n'),
  )
  await run(process.execPath, [path.join(ROOT, 'node_modules/pyright/index.js'), '--project', copy])
})

test('Python: its own tests', { skip: python ? false : 'no Python' }, async () => {
  const env = { ...process.env, PYTHONPATH: path.join(SDK, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' }
  await run(PYTHON, ['-m', 'unittest', 'discover', '-s', path.join(SDK, 'python/tests')], { env })
})

test('TypeScript: what an installation gives out runs without anything of Node but its /node part, and has no dependency', async () => {
  const at = path.join(unpacked(TYPESCRIPT_SDK), 'package')
  const { version, dependencies, exports } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) as {
    version: string
    dependencies?: object
    exports: Record<string, { types: string; default: string }>
  }
  assert.equal(version, VERSION)
  assert.equal(dependencies, undefined)
  for (const { types, default: code } of Object.values(exports))
    for (const file of [types, code]) readFileSync(path.join(at, file))
  const built = globSync('dist/src/**/*.js', { cwd: at })
  assert.ok(built.length > 5)
  for (const file of built.filter((name) => name !== 'dist/src/node.js'))
    assert.doesNotMatch(readFileSync(path.join(at, file), 'utf8'), /from '(?!\.)|\bprocess\.\w|\bBuffer\.\w/, file)
  const { Roundsman } = (await import(pathToFileURL(path.join(at, exports['.']?.default ?? '')).href)) as {
    Roundsman: new (options: object) => object
  }
  assert.ok('orders' in new Roundsman({ baseUrl: 'http://localhost', apiKey: 'x' }))
  const env = { ...process.env, ROUNDSMAN_KEY: '', NODE_OPTIONS: '' }
  const example = path.join(at, 'dist/examples/day.js')
  await assert.rejects(run(SYSTEM_NODE, [example], { env }), /RoundsmanError: apiKey is missing/)
})

test('Python: what an installation gives out holds the package, with its types, in the version of the service', () => {
  const at = path.join(unpacked(PYTHON_SDK), `roundsman-${VERSION}`)
  for (const file of ['src/roundsman/__init__.py', 'src/roundsman/py.typed', 'README.md', 'LICENSE', 'examples/day.py'])
    readFileSync(path.join(at, file))
  assert.match(readFileSync(path.join(at, 'pyproject.toml'), 'utf8'), new RegExp(`^version = "${VERSION}"$`, 'm'))
})

/** The folder in which the archive is unpacked. */
function unpacked(archive: string): string {
  const at = mkdtempSync(path.join(folder, 'unpacked-'))
  packSdks(folder)
  execFileSync('tar', ['-xzf', path.join(folder, archive), '-C', at])
  return at
}

/** Each body, reply and payload of the description's examples, and its type in both languages. */
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
