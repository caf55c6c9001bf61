// Tests which installations `fleet add` accepts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedEntry } from '../../src/cli/installations-file.ts'

const entry = { name: 'a', url: 'http://10.0.0.1:8080', database: '$A_DATABASE', files: 'shared' }

test('an installation has a name that the setting INSTALLATION accepts', () => {
  for (const name of ['2west', 'a'.repeat(32)]) assert.equal(checkedEntry({ ...entry, name }, []).name, name)
  for (const name of ['-a', 'A', 'a'.repeat(33)])
    assert.throws(() => checkedEntry({ ...entry, name }, []), {
      message: '--name must be 1 to 32 lower-case letters, digits and hyphens, and must not begin with a hyphen',
    })
})

test('the fault of an option has the name of the option', () => {
  assert.throws(() => checkedEntry({ ...entry, reached_by: '' }, []), /^Error: --reached-by /)
})
