import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import Papa from 'papaparse'
import { csvLine, csvText } from '../../../src/domain/imports/csv-line.ts'

/** Texts of the relevant characters: separators, quotes, blanks, formula signs, apostrophes and letters. */
const text = fc
  .array(fc.constantFrom(...';,|\t\r\n "\'=+-@＝＋－＠\u00A0\uFEFF\u200Ba7'.split(''), '\r\n'), { maxLength: 14 })
  .map((characters) => characters.join(''))

/**
 * Splits a file into cells like a spreadsheet. A quotation begins only at the start of a cell, and ends at the next
 * quotation mark that is not doubled.
 */
function splitAt(separator: string, file: string): string[] {
  const cells = ['']
  let [isQuoted, isFresh] = [false, true]
  for (let i = 0; i < file.length; i++) {
    const character = file[i] ?? ''
    const add = (what: string) => void (cells[cells.length - 1] += what)
    if (isFresh && character === '"') isQuoted = true
    else if (isQuoted && character === '"' && file[i + 1] === '"') add(file[++i] ?? '')
    else if (isQuoted && character === '"') isQuoted = false
    else if (!isQuoted && [separator, '\r', '\n'].includes(character)) {
      cells.push('')
      isFresh = true
      continue
    } else add(character)
    isFresh = false
  }
  return cells
}

const isFormula = (cell: string): boolean => /^[\s"\u200B-\u200F\u2060\uFEFF]*[=+\-@＝＋－＠]/.test(cell)

test('no cell is a formula, whether a spreadsheet splits at commas, semicolons or tabs', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const file = `\uFEFF${rows.map(csvLine).join('')}`
      for (const separator of [',', ';', '\t'])
        assert.deepEqual(splitAt(separator, file.slice(1)).filter(isFormula), [], JSON.stringify(separator))
    }),
    { numRuns: 5_000 },
  )
})

test('exported cells are imported unchanged', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
      const { data } = Papa.parse<string[]>(`\uFEFF${csvLine(cells)}`, { delimiter: ',', newline: '\r\n' })
      assert.deepEqual(data[0]?.map(csvText), cells)
    }),
    { numRuns: 5_000 },
  )
})

test('a formula in the middle of a cell remains text, also in the first row of a text with several rows', () => {
  assert.equal(csvLine(['T-1', 'ok;=HYPERLINK("x")']), `T-1,"ok;'=HYPERLINK(""x"")"\r\n`)
  assert.equal(csvLine(['ring; "=1', 'a\n@b', 'c\t+1']), `"ring; ""'=1","a\n'@b","c\t'+1"\r\n`)
})

test('a text that a spreadsheet may treat as a formula remains text, and numbers remain numbers', () => {
  assert.equal(csvLine(['=1+1', '+1', '-1', '@a', '＝1', -1, null]), `"'=1+1","'+1","'-1","'@a","'＝1",-1,\r\n`)
  assert.equal(csvLine(['\n=1', '\t=1']), `"'\n'=1","'\t'=1"\r\n`)
  assert.equal(csvLine(['a-b+c@d=e', 'a - b']), 'a-b+c@d=e,a - b\r\n')
})

test('separators, quotes and blanks at the ends are preserved', () => {
  assert.equal(csvLine(['a,b', 'a "b"', ' a', 'plain']), `"a,b","a ""b"""," a",plain\r\n`)
})
