// A clone is complete: no file refers to anything outside the repository.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT, repositoryFiles, repositoryTexts } from './helpers/repository-files.ts'

/** Includes two folders of pictures: docs/screens for readers, and test/data/screens for comparison. */
const MAX_BYTES = 20 * 1024 * 1024

test('no relative path leads out of the repository', () => {
  const texts = repositoryTexts()
  assert.ok(texts.length > 500)
  const climbing = texts.flatMap(({ file, text }) => {
    const folders = file.split('/').length - 1
    return [...text.matchAll(/(?<![\w.])(?:\.\.\/)+/g)]
      .filter(([ups]) => ups.length / '../'.length > folders)
      .map(({ index }) => `${file}: ${text.slice(index, index + 60).split('\n')[0]}`)
  })
  assert.deepEqual(climbing, [])
})

test('no path belongs to a single machine', () => {
  const own = repositoryTexts().flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w./-])\/(?:home|root|Users|work)\/\S+/g)].map(([found]) => `${file}: ${found}`),
  )
  assert.deepEqual(own, [])
})

test('a clone stays small', () => {
  const bytes = repositoryFiles().reduce((sum, file) => sum + statSync(path.join(ROOT, file)).size, 0)
  assert.ok(bytes < MAX_BYTES, `${(bytes / 1024 / 1024).toFixed(1)} MB`)
})
