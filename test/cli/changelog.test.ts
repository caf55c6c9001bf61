import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withRelease } from '../../src/cli/changelog.ts'

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

test('the changelog of this version can be released', () => {
  assert.match(
    withRelease(readFileSync('CHANGELOG.md', 'utf8'), '99.0.0', '2026-02-03'),
    /\n## 99\.0\.0 \(2026-02-03\)\n/,
  )
})
