// What is cited is there: sections of the specification in code and tests, and links between pages.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT, repositoryTexts } from './helpers/repository-files.ts'

const texts = repositoryTexts()

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  assert.equal(new Set(headings).size, headings.length, `${page} has two headings alike`)
  return new Set(headings)
}

const fault = (page: string, anchor: string): string | null => {
  if (!existsSync(path.join(ROOT, page))) return `no page ${page}`
  return anchor === '' || anchorsOf(page).has(anchor) ? null : `no section #${anchor} in ${page}`
}

test('every section of the specification that is cited exists', () => {
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

test('every link between pages leads somewhere', () => {
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
