// Tests the packages of the SDKs: every operation has a resource, and the packages are ready to be published.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { readSdk } from '../../sdk/operations.ts'
import { packSdks } from '../../src/cli/pack-sdks.ts'
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

test('an operation missing in the table of resources, or removed, is reported', () => {
  const { '/events': _, ...paths } = description.paths
  assert.throws(() => readSdk({ ...description, paths } as never), /no operation listEvents/)
  const more = { '/more': { get: { ...description.paths['/events']?.get, operationId: 'more' } } }
  assert.throws(() => readSdk({ ...description, paths: { ...description.paths, ...more } } as never), /lacks more/)
})

test('each alternative object of a field has its own name without a number', () => {
  for (const name of sdk.model.definitions.keys()) assert.doesNotMatch(name, /\d/)
  const object = { type: 'object', properties: { at: { type: 'string' } } }
  const components = description.components as { schemas: object }
  const schemas = { ...components.schemas, Either: { anyOf: [object, { ...object, required: ['at'] }] } }
  assert.throws(() => readSdk({ ...description, components: { schemas } } as never), /objects without names: at/)
})

test('Python: its own tests pass', { skip: python ? false : 'no Python' }, async () => {
  const env = { ...process.env, PYTHONPATH: path.join(SDK, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' }
  await run(PYTHON, ['-m', 'unittest', 'discover', '-s', path.join(SDK, 'python/tests')], { env })
})

test('TypeScript: the served package needs only Node’s /node part and has no dependency', async () => {
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

test('Python: the served package contains its types, and has the version of the service', () => {
  const at = path.join(unpacked(PYTHON_SDK), `roundsman-${VERSION}`)
  for (const file of ['src/roundsman/__init__.py', 'src/roundsman/py.typed', 'README.md', 'LICENSE', 'examples/day.py'])
    readFileSync(path.join(at, file))
  assert.match(readFileSync(path.join(at, 'pyproject.toml'), 'utf8'), new RegExp(`^version = "${VERSION}"$`, 'm'))
})

/** Folder with the unpacked archive. */
function unpacked(archive: string): string {
  const at = mkdtempSync(path.join(folder, 'unpacked-'))
  packSdks(folder)
  execFileSync('tar', ['-xzf', path.join(folder, archive), '-C', at])
  return at
}

const run = async (command: string, args: readonly string[], options: object = {}): Promise<void> => {
  await promisify(execFile)(command, args, options).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}\n${stderr}`.slice(0, 6_000))
  })
}
