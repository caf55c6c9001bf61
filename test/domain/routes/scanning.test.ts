import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingScansRefusal, unscannedPieces } from '../../../src/domain/routes/scanning.ts'

const PIECES = [
  { code: 'ab-1', name: null },
  { code: 'AB-2', name: 'Box' },
]

test('a piece is scanned if its code is, however it is typed', () => {
  assert.deepEqual(unscannedPieces(PIECES, [' AB-1 ']), [PIECES[1]])
  assert.deepEqual(unscannedPieces(PIECES, ['ab-2', 'ab-1', 'other']), [])
})

test('a delivery is refused if scans are required, one is missing, and no reason is given', () => {
  const code = (...of: Parameters<typeof missingScansRefusal>) => missingScansRefusal(...of)?.code ?? null
  assert.equal(code('REQUIRED', PIECES, null), 'SCAN_REQUIRED')
  assert.equal(code('REQUIRED', PIECES, { codes: ['AB-1'], reason: null }), 'SCAN_REQUIRED')
  assert.equal(code('REQUIRED', PIECES, { codes: ['AB-1'], reason: '' }), 'SCAN_REQUIRED')
  assert.equal(code('REQUIRED', PIECES, { codes: [], reason: 'Label is torn' }), null)
  assert.equal(code('REQUIRED', PIECES, { codes: ['AB-1', 'AB-2'], reason: null }), null)
  assert.equal(code('REQUIRED', [], null), null)
  assert.equal(code('OFFERED', PIECES, null), null)
  assert.equal(code('OFF', PIECES, null), null)
})
