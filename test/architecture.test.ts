// Checks the import lines of src/ and web/ against the arrows of ARCHITECTURE.md.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { endpoints as catalog } from '../src/contract/all.ts'

/** Layers, or single files of a layer, that each layer may import in addition to itself. */
const ARROWS: Record<string, readonly string[]> = {
  texts: [],
  domain: ['texts'],
  engine: ['texts'],
  roads: ['domain'],
  contract: ['domain', 'texts', 'engine/solution.ts'],
  store: ['domain'],
  app: ['domain', 'texts', 'engine', 'contract', 'store'],
  adapters: ['domain', 'texts', 'engine', 'roads', 'app/ports', 'app/orders/imports/sheet-work.ts'],
  http: ['domain', 'texts', 'contract', 'app', 'store/database.ts'],
  jobs: ['domain', 'contract', 'app', 'store'],
  'version.ts': ['../package.json'],
}
/** Wiring files, which may import everything. */
const WIRING = ['main.ts', 'compose.ts', 'compose-distances.ts', 'compose-geocoder.ts', 'config.ts', 'cli']
const MIN_FILES = { domain: 8, engine: 2, contract: 4, store: 10, app: 15, adapters: 5, http: 5, jobs: 2 }

/**
 * Use cases that read for a job or a stream, or store data whose changes have no audit row. Examples: uploads in progress, failures,
 * drawn routes, sent messages, geocoding results, phones' last calls.
 */
const READ_OR_WRITE_BY_THEMSELVES = [
  'src/app/business/test-side.ts',
  'src/app/context.ts',
  'src/app/customers/messages/send-due.ts',
  'src/app/driving/note-phone.ts',
  'src/app/driving/proofs/stored-picture.ts',
  'src/app/driving/send-pushes.ts',
  'src/app/integrations/webhooks/record-attempts.ts',
  'src/app/operations/health/failed-work.ts',
  'src/app/operations/test-days/drive-test-days.ts',
  'src/app/orders/geocode-pending.ts',
  'src/app/planning/build/stop-build.ts',
  'src/app/planning/solver-machines/remote-solver.ts',
  'src/app/routes/day/changes.ts',
  'src/app/routes/route-geometry.ts',
  'src/app/store-file.ts',
]

/**
 * Folders of web/ that each folder of web/ may import in addition to itself. From src/, they may import only the paths
 * in `WEB_SEES`.
 */
const WEB_ARROWS: Record<string, readonly string[]> = {
  words: [],
  api: ['words'],
  ui: ['api', 'words'],
  driver: ['api', 'ui'],
  home: ['driver'],
  tracking: ['api', 'ui'],
  docs: ['ui'],
  office: ['api', 'ui', 'words'],
}
/**
 * Parts of src/ that web/ may import. page.css is the style that the tracking page shares with pages rendered by the
 * server.
 */
const WEB_SEES = ['src/contract/', 'src/domain/', 'src/texts/', 'src/http/link-pages/page.css']

/** All endpoint definitions of src/contract/all.ts. */
const endpoints = new Set<unknown>(catalog)

const files = globSync('src/**/*.ts').sort()
const webFiles = globSync('web/*/**/*.{ts,tsx}').sort()
const imports = new Map([...files, ...webFiles].map((file) => [file, importsOf(readFileSync(file, 'utf8'))]))

test('the test sees the files of every layer', () => {
  for (const [layer, fewest] of Object.entries(MIN_FILES))
    assert.ok(files.filter((file) => layerOf(file) === layer).length >= fewest, `too few files found in ${layer}`)
  assert.deepEqual(importsOf(`import { a } from './a.ts'\nexport type { B } from "../b.ts"\nawait import('node:fs')`), [
    './a.ts',
    '../b.ts',
    'node:fs',
  ])
  assert.deepEqual(importsOf(`// An import 'a.ts'\n/** from 'b.ts'\n * import 'c.ts' */\nimport './d.ts'`), ['./d.ts'])
})

test('every import follows an arrow', () => {
  const wrong = [...local()].filter(([from, to]) => {
    const layer = layerOf(from)
    if (WIRING.includes(layer)) return false
    return ![layer, 'version.ts', ...(ARROWS[layer] ?? [])].some((allowed) => within(to, allowed))
  })
  assert.deepEqual(wrong, [])
})

test('domain, engine and roads import nothing from outside, not even node:', () => {
  const wrong = [...imports].flatMap(([file, specifiers]) =>
    ['domain', 'engine', 'roads'].includes(layerOf(file))
      ? specifiers.filter((s) => !s.startsWith('.')).map((s) => [file, s])
      : [],
  )
  assert.deepEqual(wrong, [])
})

test('http asks the store only whether an error means an unreachable database', () => {
  const askers = [...local()].filter(([from, to]) => layerOf(from) === 'http' && layerOf(to) === 'store')
  assert.deepEqual(
    askers.map(([from]) => from),
    ['src/http/errors.ts'],
  )
})

test('no module imports itself indirectly, not even a type', () => {
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(file), `a cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`)
    if (done.has(file)) return
    // Only files of this repository are visited. The generator of the SDKs contains other imports as text.
    for (const next of localImports(file).filter((name) => imports.has(name))) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of [...files, ...webFiles]) visit(file, [])
})

test('every import of the pages follows an arrow', () => {
  assert.ok(webFiles.length > 60)
  const wrong = webFiles.flatMap((file) => {
    const [, room = ''] = file.split('/')
    const allowed = [room, ...(WEB_ARROWS[room] ?? [])].map((name) => `web/${name}/`)
    return localImports(file)
      .filter((to) => ![...allowed, ...WEB_SEES].some((start) => to.startsWith(start)))
      .map((to) => [file, to])
  })
  assert.deepEqual(wrong, [])
})

test('use cases change a business only through their context', () => {
  const writers = files.filter((file) => readFileSync(file, 'utf8').includes('.asWriter('))
  assert.deepEqual(writers, ['src/app/context.ts'])
  const others = files.filter((file) => layerOf(file) === 'app' && readFileSync(file, 'utf8').includes('.asBusiness('))
  assert.deepEqual(others, READ_OR_WRITE_BY_THEMSELVES)
})

test('an operation is imported with its module, so that its bare name is the use case', async () => {
  const operations = new Map<string, ReadonlySet<string>>()
  for (const file of files.filter((name) => layerOf(name) === 'contract')) {
    const exported = Object.entries((await import(`../${file}`)) as Record<string, unknown>)
    operations.set(file, new Set(exported.flatMap(([name, value]) => (endpoints.has(value) ? name : []))))
  }
  assert.equal(
    [...operations.values()].flatMap((names) => [...names]).length,
    endpoints.size,
    'the catalog has each operation',
  )
  const everywhere = [...files, ...webFiles, ...globSync(['test/**/*.ts', 'bench/**/*.ts', 'checks/*.ts'])]
  const named = everywhere
    .filter((file) => layerOf(file) !== 'contract' && !file.includes('node_modules'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)'/g)].flatMap(
        ([, names = '', from = '']) =>
          names
            .split(',')
            .map((name) =>
              name
                .trim()
                .replace(/^type /, '')
                .replace(/ as .*/, ''),
            )
            .filter((name) => operations.get(path.join(path.dirname(file), from))?.has(name))
            .map((name) => `${file}: ${name}`),
      ),
    )
  assert.deepEqual(named, [])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter((file) => readFileSync(file, 'utf8').includes('process.env'))
  assert.deepEqual(readers, ['src/config.ts'])
})

test('every file is named after its contents', () => {
  const vague = files.filter((file) => /utils?|helpers?|managers?|services?|common|misc/i.test(path.basename(file)))
  assert.deepEqual(vague, [])
  for (const file of files) assert.match(path.basename(file), /^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/)
})

function importsOf(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const found = code.matchAll(/\bfrom\s+['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...found].map(([, from, bare]) => from ?? bare ?? '')
}

function localImports(file: string, specifiers = imports.get(file) ?? []): string[] {
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.join(path.dirname(file), specifier))
}

function* local(): Generator<[from: string, to: string]> {
  for (const file of files) for (const to of localImports(file)) yield [file, to]
}

/** `src/store/orders/orders.ts` belongs to `store`, `src/compose.ts` to itself. */
function layerOf(file: string): string {
  return file.split('/')[1] ?? ''
}

function within(file: string, allowed: string): boolean {
  return file === path.join('src', allowed) || file.startsWith(`src/${allowed}/`)
}

test('the command line loads the modules of a command when it runs, because all modules take seconds', () => {
  const loaded = new Set(['src/cli/command-line.ts'])
  for (const file of loaded) {
    const lines = readFileSync(file, 'utf8').matchAll(/^import (?!type)[^']*?'(\.[^']+)'/gm)
    for (const [, specifier = ''] of lines) loaded.add(path.join(path.dirname(file), specifier))
  }
  assert.ok(loaded.has('src/cli/listen.ts'))
  assert.deepEqual(
    [...loaded].filter((file) => ['compose.ts', 'engine', 'http', 'jobs', 'store'].includes(layerOf(file))),
    [],
  )
})

test('an error has the name of its class, so that logs name the class that the code has', () => {
  const named = globSync('{src,bench}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/class (\w+) extends [^{]*\{[^}]*?\bname = '(\w+)'/g)].map(
      ([, type, name]) => ({ file, type, name }),
    ),
  )
  assert.ok(named.length > 8)
  assert.deepEqual(
    named.filter(({ type, name }) => type !== name),
    [],
  )
})
