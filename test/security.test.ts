// docs/security.md has evidence for each requirement of levels 1 and 2, and docs/threat-model.md for each wall. The named tests and
// files exist.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const text = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8')

/** OWASP ASVS 5.0.0, the requirements of level 1. */
const LEVEL_1 =
  `1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1
3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1
6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4
10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`.split(/\s+/)

/** The requirements of level 2. */
const LEVEL_2 =
  expanded(`1.1.1-2 1.2.6-9 1.3.3-11 1.4.1-3 1.5.2 2.1.2-3 2.2.3 2.3.2-4 2.4.1 3.3.2-4 3.4.3-6 3.5.4-5 3.7.1-2
4.1.2-3 4.2.1 4.3.1-2 4.4.2-4 5.1.1 5.2.3 5.4.1-3 6.1.2-3 6.2.9-12 6.3.3-4 6.4.3-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.3.1-2
7.4.3-5 7.5.1-2 7.6.1-2 8.1.2 8.2.3 8.4.1 9.2.2-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.6-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2
11.2.1-3 11.3.3 11.4.2-4 11.5.1 11.6.1 12.1.2-3 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.2-5 14.1.1-2 14.2.2-4 14.3.2-3
15.1.2-3 15.2.2-3 15.3.2-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`)

/** Expands `1.2.6-9` or `1.2.6 to 1.2.9` to each requirement. */
function expanded(list: string): string[] {
  const ranges = list.matchAll(/(\d+\.\d+)\.(\d+)(?:-(\d+)| to \1\.(\d+))?/g)
  return [...ranges].flatMap(([, section = '', from, to, until]) =>
    Array.from({ length: Number(to ?? until ?? from) - Number(from) + 1 }, (_, i) => `${section}.${Number(from) + i}`),
  )
}

for (const [level, next, requirements, count] of [
  ['## Level 1', '## Level 2', LEVEL_1, 70],
  ['## Level 2', '## Level 3', LEVEL_2, 183],
] as const)
  test(`every requirement of ${level.slice(3)} has one line`, () => {
    const [section = ''] = text.split(`${level}\n`)[1]?.split(next) ?? []
    const rows = [...section.matchAll(/^\| (\d[^|]*) \| ([^|]+) \|$/gm)]
    const listed = rows.flatMap(([, ids = '']) => expanded(ids))
    assert.equal(requirements.length, count)
    assert.deepEqual(listed.sort(), [...requirements].sort())
    // Each line must name a test or a reason.
    for (const [, ids, said = ''] of rows) assert.ok(said.trim().length > 3, ids)
  })

test('every wall of the threat model names existing tests', () => {
  const model = readFileSync(new URL('../docs/threat-model.md', import.meta.url), 'utf8')
  const [, section = ''] = model.split('## Walls')
  const [walls = ''] = section.split('\n## ')
  const rows = walls.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| wall '))
  assert.ok(rows.length > 20)
  for (const row of rows) {
    const tests = row.match(/test\/[\w./-]+\.test\.ts/g) ?? []
    assert.ok(tests.length > 0, row)
    for (const named of tests) assert.ok(existsSync(new URL(`../${named}`, import.meta.url)), named)
  }
})

test('every named test and file exists', () => {
  const named = new Set(text.match(/\b(?:test|src|deploy)\/[\w./-]*\w/g))
  assert.ok(named.size > 30)
  assert.deepEqual(
    [...named].filter((path) => !existsSync(new URL(`../${path}`, import.meta.url))),
    [],
  )
})
