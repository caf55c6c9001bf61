import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { OFFICE_ERROR_CODES } from '../../src/contract/office/error-codes.ts'

/** Where an error gets its code: `conflict('X'`, `new AppError('kind', 'X'`, `plainError(404, 'X'`, `code: 'X'`, `404: ['X'`. */
const CODE_SITES = [
  /\b(?:conflict|conflicting)\(\s*'([A-Z][A-Z_]+)'/g,
  /\bnew AppError\(\s*'\w+',\s*'([A-Z][A-Z_]+)'/g,
  /\bplainError\(\s*\w+,\s*'([A-Z][A-Z_]+)'/g,
  /\bdetails: \{ code: '([A-Z][A-Z_]+)'/g,
  /\b[45]\d\d: \['([A-Z][A-Z_]+)'/g,
]

test('every details.code of the source is in the reference or one of the office, and no other', () => {
  const used = new Set<string>()
  // The operator's command alone says that there is no link yet.
  const files = globSync('src/{domain,app,http,store,adapters}/**/*.ts', {
    exclude: ['src/app/driver/show-driver-link.ts'],
  })
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    for (const site of CODE_SITES) for (const [, code] of source.matchAll(site)) used.add(code ?? '')
  }
  assert.ok(used.size > 20)
  const documented = new Set<string>([...errorCodes().map(({ code }) => code), ...Object.keys(OFFICE_ERROR_CODES)])
  assert.deepEqual([...used.difference(documented)], [], 'to be documented in src/contract/error-codes.ts')
  assert.deepEqual([...documented.difference(used)], [], 'documented but never answered')
})
