import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withRelease } from '../../src/cli/changelog.ts'
import { VERSION } from '../../src/version.ts'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- A new thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n'

test('unreleased entries become the section of the version, above the others', () => {
  assert.equal(
    withRelease(CHANGELOG, '0.2.0', '2026-02-03'),
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- A new thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n',
  )
})

test('a release without entries, or of a version that has a section, is refused', () => {
  const released = withRelease(CHANGELOG, '0.2.0', '2026-02-03')
  assert.throws(() => withRelease(released, '0.3.0', '2026-02-04'), /lists nothing/)
  assert.throws(() => withRelease(CHANGELOG, '0.1.0', '2026-02-04'), /already has a section 0.1.0/)
})

test('the changelog has a dated section of this version', () => {
  assert.ok(/\n## (\S+) \(\d{4}-\d\d-\d\d\)\n/.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1] === VERSION)
})
