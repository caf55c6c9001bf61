import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from '../../../src/domain/imports/csv-line.ts'

test('a text that a spreadsheet may take for a formula stays text; numbers stay numbers', () => {
  assert.equal(csvLine(['=1+1', '+1', '-1', '@a', '＝1', -1, null]), `"'=1+1","'+1","'-1","'@a","'＝1",-1,\r\n`)
  assert.equal(csvLine(['\n=1', '\t=1']), `"'\n=1","'\t=1"\r\n`)
})

test('separators, quotes and blanks at the ends are kept', () => {
  assert.equal(csvLine(['a,b', 'a "b"', ' a', 'plain']), `"a,b","a ""b"""," a",plain\r\n`)
})
