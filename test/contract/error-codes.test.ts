// Types ensure that every used error code is documented. This test ensures that every documented code is used.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { OFFICE_ERROR_CODES } from '../../src/contract/office/error-codes.ts'

test('every documented error code is used', () => {
  const files = globSync('src/{domain,app,http}/**/*.ts', { exclude: ['src/domain/refusal.ts'] })
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const documented = [...errorCodes().map(({ code }) => code), ...Object.keys(OFFICE_ERROR_CODES)]
  assert.deepEqual(
    documented.filter((code) => !sources.includes(`'${code}'`)),
    [],
  )
})
