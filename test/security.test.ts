// docs/security.md says of each requirement what shows it: none of level 1 is left out, and what is named is there.
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

test('every requirement of level 1 has its line', () => {
  const [, section = ''] = text.split('## Level 1')
  const [level1 = ''] = section.split('## Level 2')
  const listed = new Set(level1.match(/\b\d+\.\d+\.\d+\b/g))
  assert.equal(LEVEL_1.length, 70)
  assert.deepEqual(
    LEVEL_1.filter((id) => !listed.has(id)),
    [],
  )
})

test('every test and file that is named is there', () => {
  const named = new Set(text.match(/\b(?:test|src|deploy)\/[\w./-]*\w/g))
  assert.ok(named.size > 30)
  assert.deepEqual(
    [...named].filter((path) => !existsSync(new URL(`../${path}`, import.meta.url))),
    [],
  )
})
