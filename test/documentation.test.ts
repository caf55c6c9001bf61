// Cited sections of the specification, links between pages and named paths exist.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT, repositoryTexts } from './helpers/repository-files.ts'

const texts = repositoryTexts()

/** The anchors that GitHub makes from a page's headings. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  assert.equal(new Set(headings).size, headings.length, `${page} has two equal headings`)
  return new Set(headings)
}

const fault = (page: string, anchor: string): string | null => {
  if (!existsSync(path.join(ROOT, page))) return `no page ${page}`
  return anchor === '' || anchorsOf(page).has(anchor) ? null : `no section #${anchor} in ${page}`
}

test('every cited section of the specification exists', () => {
  const cited = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/docs\/spec\/([a-z-]+\.md)((?:,? ?#[a-z0-9-]+)*)/g)].flatMap(([, page = '', anchors = '']) =>
      (anchors === '' ? [''] : [...anchors.matchAll(/#([a-z0-9-]+)/g)].map(([, anchor = '']) => anchor)).map(
        (anchor) => ({ file, page: `docs/spec/${page}`, anchor }),
      ),
    ),
  )
  assert.ok(cited.length > 80, `${cited.length} citations`)
  assert.deepEqual(
    cited.flatMap(({ file, page, anchor }) => (fault(page, anchor) ? [`${file}: ${fault(page, anchor)}`] : [])),
    [],
  )
})

/** Placeholder names in how-tos. */
const PLACEHOLDER = /(^|\/)(x|NNNN_name|verb-x)\b/

test('every path of the repository that a page names exists', () => {
  const pages = texts.filter(({ file }) => file.endsWith('.md') && !file.startsWith('docs/decisions/'))
  const paths = pages.flatMap(({ file, text }) =>
    [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([a-z.]+\/[\w./-]*)`/g)].flatMap(([, named = '']) =>
      FOLDERS.has(named.split('/')[0] ?? '') && !PLACEHOLDER.test(named) ? [{ file, named }] : [],
    ),
  )
  assert.ok(paths.length > 100, `${paths.length} paths`)
  assert.deepEqual(
    paths.flatMap(({ file, named }) => (isPath(named) ? [] : [`${file}: ${named}`])),
    [],
  )
})

/** Folders of the repository, and those of src/ and test/ that pages use to abbreviate paths. */
const FOLDERS = new Set(
  ['.', 'src', 'test'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !['node_modules', 'dist', 'data', '.git'].includes(entry.name) ? [entry.name] : [],
    ),
  ),
)

/** True if the text names a file, a folder, or test files by the start of their path, as for `npm test`. */
const isPath = (named: string): boolean =>
  ['', 'src', 'test'].some(
    (folder) =>
      existsSync(path.join(ROOT, folder, named)) || texts.some(({ file }) => file.startsWith(path.join(folder, named))),
  )

test('every link between pages has a target', () => {
  const links = texts
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, target = '', anchor = '']) => ({
        file,
        page: target === '' ? file : path.join(path.dirname(file), target),
        anchor,
      })),
    )
  assert.ok(links.length > 40)
  assert.deepEqual(
    links.flatMap(({ file, page, anchor }) => {
      const missing = fault(page, page.endsWith('.md') ? anchor : '')
      return missing ? [`${file}: ${missing}`] : []
    }),
    [],
  )
})

test('every page of the specification is in its list', () => {
  const list = readFileSync(path.join(ROOT, 'docs/spec/README.md'), 'utf8')
  const pages = texts.map(({ file }) => file).filter((file) => /^docs\/spec\/(?!README)/.test(file))
  assert.ok(pages.length > 5)
  assert.deepEqual(
    pages.filter((page) => !list.includes(`(${path.basename(page)})`)),
    [],
  )
})
