// Dependencies are deliberate choices: exact versions, contents with hashes, licenses that permit our use, and no install
// scripts except the named ones.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { test } from 'node:test'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const lockOf = (folder: string) => {
  const { packages } = read(`${folder}package-lock.json`) as { packages: Record<string, Locked> }
  const { '': root, ...others } = packages
  return { root, others, project: read(`${folder}package.json`) as Locked & { allowScripts: Record<string, boolean> } }
}
/** Lock files of the service (with its tests) and of the third-party checkers. */
const locks = [lockOf('../'), lockOf('../checks/')]
const [{ project }] = locks as [ReturnType<typeof lockOf>]
const others = Object.fromEntries(
  locks.flatMap((lock, n) => Object.entries(lock.others).map(([path, one]) => [`${n}:${path}`, one])),
)
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

test('every version is exact, and the lock belongs to this package.json', () => {
  for (const lock of locks)
    for (const kind of KINDS) {
      for (const [name, version] of Object.entries(lock.project[kind] ?? {}))
        assert.match(version, /^(npm:[@\w/-]+@)?\d+\.\d+\.\d+/, name)
      assert.deepEqual(lock.root?.[kind] ?? {}, lock.project[kind] ?? {})
    }
})

test('every package has a hash and comes from the registry', () => {
  assert.ok(Object.keys(others).length > 100)
  for (const [path, { integrity, resolved, link }] of Object.entries(others)) {
    assert.ok(!link, path)
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path)
    if (resolved) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
  }
})

/** Licenses that permit running, changing and redistributing the service under its own license. */
const LICENSES = new Set([
  'MIT',
  'MIT-0',
  '0BSD',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'PSF-2.0',
  'PostgreSQL',
])

/** Packages that were reviewed individually, with the reason why they may stay. */
const REVIEWED: [name: RegExp, why: string][] = [
  [/^axe-core$/, 'MPL 2.0: tests only, unchanged'],
  [/^lightningcss/, 'MPL 2.0: builds the pages, unchanged, and is no part of them'],
  [/^@img\/sharp-libvips/, 'LGPL 3: a library of its own beside ours, which anyone may replace'],
  [
    /^@fontsource-variable\/inter$/,
    'OFL 1.1: a font that the office’s pages are set in, unchanged and under its own name',
  ],
  [/^caniuse-lite$/, 'CC BY 4.0: data that a tool of developers reads, unchanged, and never given on'],
  [/^png-js$/, 'MIT, in its LICENSE'],
  [/^web-push$/, 'MPL 2.0: unchanged'],
  [/^opening_hours$/, 'LGPL 3: a library of its own beside ours, unchanged, which anyone may replace'],
  [/^suncalc$/, 'BSD 2-Clause, in its LICENSE'],
  [/^dejavu-fonts-ttf$/, 'the license of Bitstream Vera: to be used, changed and given on with software'],
]

test('every license permits our use', () => {
  const allowed = (licence: string) =>
    licence
      .replace(/[()]/g, '')
      .split(/ (?:OR|AND) /)
      .some((each) => LICENSES.has(each))
  const odd = Object.entries(others).filter(
    ([path, { license }]) => !allowed(license ?? 'none') && !REVIEWED.some(([name]) => name.test(nameOf(path))),
  )
  assert.deepEqual(
    odd.map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'none'}`),
    [],
  )
})

/**
 * Packages whose install scripts only check or fetch the contents of their platform packages. They work without these
 * scripts. @scarf/scarf counts installs unless package.json disables that.
 */
const RUN_WITHOUT = new Set(['esbuild', 'fsevents', 'sharp', 'protobufjs', '@scarf/scarf'])

test('only packages named in package.json run install scripts', () => {
  const allowed = new Set(
    locks.flatMap((lock) => Object.entries(lock.project.allowScripts).flatMap(([name, may]) => (may ? [name] : []))),
  )
  const scripted = Object.entries(others).filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(
    scripted.map(([path]) => nameOf(path)).filter((name) => !allowed.has(name) && !RUN_WITHOUT.has(name)),
    [],
  )
})

/** Commands that are run only by developers and by the release build. There, all packages are installed. */
const AT_BUILD_TIME = new Set(['src/cli/build-web.ts', 'src/cli/dev.ts'])

test('packages that the service imports are production dependencies, and those of the pages alone are not', () => {
  const inProduction = new Set(Object.keys({ ...project.dependencies, ...project.optionalDependencies }))
  const imported = new Set<string>()
  for (const file of globSync('src/**/*.ts', { cwd: new URL('..', import.meta.url) })) {
    if (AT_BUILD_TIME.has(file)) continue
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    for (const [, name = ''] of source.matchAll(
      /\b(?:from|import\(|resolve\()\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g,
    ))
      if (!isBuiltin(name)) imported.add(name)
  }
  assert.ok(imported.size > 15)
  assert.deepEqual(
    [...imported].filter((name) => !inProduction.has(name)),
    [],
  )
  assert.deepEqual(
    Object.keys(project.dependencies ?? {}).filter((name) => !imported.has(name)),
    [],
  )
})
