// Installs the packed SDKs into clean projects, as npm and pip do. The sample of each is checked with the types of the
// package, by every module resolution and by two checkers of Python, and runs against the service.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packSdks } from '../src/cli/pack-sdks.ts'
import { PYTHON_SDK, TYPESCRIPT_SDK } from '../src/http/web.ts'
import { dateIn } from '../test/helpers/routes.ts'
import { startService } from '../test/helpers/service.ts'
import ts from './compiler-api.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-packages-'))
after(() => rmSync(folder, { recursive: true }))
const service = await startService()
packSdks(folder)

const run = async (command: string, args: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) =>
  (
    await promisify(execFile)(command, args, options).catch((error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`.slice(0, 6_000))
    })
  ).stdout

/** Runs the sample, which creates a delivery, against a new business. */
async function runSample(command: string, args: readonly string[], cwd: string): Promise<void> {
  const shop = await service.business()
  const env = { ...process.env, ROUNDSMAN_URL: service.url, ROUNDSMAN_KEY: shop.apiKey }
  const printed = await run(command, [...args, dateIn(service, 1)], { cwd, env })
  const expected = { external_ref: '000481-A', status: 'OPEN', placement: 'PLACED' }
  assert.deepEqual(JSON.parse(printed), expected)
  assert.equal((await shop.get('/orders/000481-A')).status, 200)
}

/** The sample with imports of both parts of the installed package. */
const sample = readFileSync(path.join(ROOT, 'sdk/typescript/examples/first-order.ts'), 'utf8')
  .replace("'../src/index.ts'", "'@roundsman/sdk'")
  .concat("\nexport { webhookListener } from '@roundsman/sdk/node'\n")

test('npm installs the TypeScript SDK, whose types every module resolution finds, and the sample runs', async () => {
  const project = path.join(folder, 'project')
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'sample', private: true, type: 'module' }))
  await run('npm', ['install', '--ignore-scripts', '--no-audit', path.join(folder, TYPESCRIPT_SDK)], { cwd: project })
  const file = path.join(project, 'sample.ts')
  writeFileSync(file, sample)
  const types = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')]
  const options = ['--strict', '--noEmit', '--ignoreConfig', '--target', 'es2022', '--lib', 'es2023,dom', ...types]
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  for (const [module, resolution] of [
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const)
    await run(process.execPath, [tsc, ...options, '--module', module, '--moduleResolution', resolution, file], {
      cwd: project,
    })
  assert.deepEqual(faultsInOldResolution(file), [])
  await runSample(process.execPath, [file], project)
})

/** TypeScript 7 no longer has the resolution of Node 10, so an older compiler checks it. */
function faultsInOldResolution(file: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: '6.0',
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    skipLibCheck: true,
  }
  // The older compiler comes without the declarations of the language.
  const [libraries = ''] = globSync('node_modules/@typescript/typescript-*/lib', { cwd: ROOT })
  const host = ts.createCompilerHost(options)
  host.getDefaultLibLocation = () => path.join(ROOT, libraries)
  const program = ts.createProgram([file], options, host)
  const found = program.getSourceFiles().map(({ fileName }) => fileName)
  assert.ok(found.some((name) => name.endsWith('@roundsman/sdk/dist/src/node.d.ts')))
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** The program with which pip builds the package. pip downloads it from the package index. */
const BUILD_BACKEND = 'setuptools'

/** Creates an environment with mypy. Null without Python 3.11 or the package index. */
async function pythonEnvironment(cwd: string): Promise<{ python: string; pip: readonly string[] } | null> {
  const python = path.join(cwd, '.venv/bin/python')
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  try {
    await run('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'], { cwd })
    await run('python3', ['-m', 'venv', '.venv'], { cwd })
    await run(python, [...pip, 'mypy', BUILD_BACKEND], { cwd })
    return { python, pip }
  } catch {
    return null
  }
}

test('pip installs the Python SDK, whose types two checkers find, and the sample runs', async (t) => {
  const project = path.join(folder, 'python')
  mkdirSync(project)
  copyFileSync(path.join(ROOT, 'sdk/python/examples/first_order.py'), path.join(project, 'sample.py'))
  const environment = await pythonEnvironment(project)
  if (!environment) return t.skip('no Python 3.11 with venv, or the package index can’t be reached')
  const { python, pip } = environment
  await run(python, [...pip, path.join(folder, PYTHON_SDK)], { cwd: project })
  await run(python, ['-m', 'mypy', '--strict', 'sample.py'], { cwd: project })
  const pyright = path.join(ROOT, 'checks/node_modules/pyright/index.js')
  await run(process.execPath, [pyright, '--pythonpath', python, 'sample.py'], { cwd: project })
  await runSample(python, ['sample.py'], project)
})
