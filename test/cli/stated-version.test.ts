// The version is set in package.json. All other files that state it have the same version, and a release changes them.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { STATING_FILES, stateVersion } from '../../src/cli/stated-version.ts'
import { VERSION } from '../../src/version.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** A version of Roundsman in a file name, an image or a manifest. */
const STATED = /(?:roundsman(?:-sdk)?[-:]|^version = "|"version": ")(\d+\.\d+\.\d+)/gm

test('every file that states a version states that of package.json', () => {
  for (const name of STATING_FILES) {
    const stated = [...readFileSync(path.join(ROOT, name), 'utf8').matchAll(STATED)].map(([, version]) => version)
    assert.ok(stated.length > 0, name)
    assert.deepEqual([...new Set(stated)], [VERSION], name)
  }
})

test('a release changes the version in each file, and refuses a file that states another version', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'roundsman-version-'))
  try {
    for (const name of STATING_FILES) cpSync(path.join(ROOT, name), path.join(copy, name))
    stateVersion(copy, VERSION, '98.7.6')
    for (const name of STATING_FILES) {
      const text = readFileSync(path.join(copy, name), 'utf8')
      assert.ok(text.includes('98.7.6') && !text.includes(VERSION), name)
    }
    assert.throws(() => stateVersion(copy, VERSION, '98.7.7'), /doesn't state the version/)
  } finally {
    rmSync(copy, { recursive: true })
  }
})
