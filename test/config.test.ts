import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('docs/configuration.md has every variable that is read, and no other', () => {
  const source = read('../src/config.ts')
  const variables = new Set([...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
  const documented = new Set(
    [...read('../docs/configuration.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name),
  )
  assert.ok(variables.size > 15)
  assert.deepEqual([...variables.difference(documented)], [], 'to be documented')
  assert.deepEqual([...documented.difference(variables)], [], 'documented but not read')
})

test('wrong values are all named at once', () => {
  assert.throws(() => readConfig({ PORT: 'x', ROLE: 'boss' }), /PORT:[^]*ROLE:/)
})

test('APP_SECRET is required with DATABASE_URL, and empty variables are absent', () => {
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://x/y' }), /APP_SECRET is required/)
  assert.equal(readConfig({ DATABASE_URL: '', PORT: '' }).port, 8080)
})
