// Tests documents as PDF: the texts of each page, read from the file itself.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import sharp from 'sharp'
import { openDocuments } from '../../../src/adapters/pdf/documents.ts'
import { OUTLINES } from '../../../src/adapters/pdf/marks.ts'
import { inDrawingOrder, wrap } from '../../../src/adapters/pdf/lines.ts'
import type { PrintedDocument, PrintedPart } from '../../../src/app/ports/documents.ts'
import { pdfPages, pdfPictures, strokesIn } from '../../helpers/pdf.ts'

const documents = openDocuments()
const of = (...parts: PrintedPart[]): PrintedDocument => ({
  language: 'en',
  title: 'A test',
  lead: ['For tests'],
  parts,
})
const drawn = async (document: PrintedDocument): Promise<Buffer> => buffer(await documents.pdf(document))

const table = (rows: number, linesIn: (row: number) => number): PrintedPart => ({
  kind: 'table',
  columns: [
    { title: 'Number', share: 1 },
    { title: 'Items', share: 4 },
    { title: 'Signed', share: 2 },
  ],
  rows: Array.from({ length: rows }, (_, i) => [
    { lines: [`row ${i}`], bold: true },
    { lines: Array.from({ length: linesIn(i) }, (_, j) => `item ${i}.${j}`) },
    null,
  ]),
})

test('names in other scripts are in the text, and right-to-left lines are in reading order', async () => {
  const names = ['Алексей Смирнов', 'Παπαδόπουλος', 'Łukasz Żółć', 'Nguyễn Thị Hồng', 'Գևորգ']
  const [page = []] = pdfPages(await drawn(of(...names.map((text): PrintedPart => ({ kind: 'text', text })))))
  for (const name of names) assert.ok(page.includes(name), name)
  assert.deepEqual(inDrawingOrder('to דוד כהן 12 אב, here'), ['to', 'אב,', '12', 'כהן', 'דוד', 'here'])
  const [right = []] = pdfPages(await drawn(of({ kind: 'text', text: 'דוד כהן' })))
  assert.deepEqual(right.slice(2, 4), ['ןהכ', 'דוד'], 'in drawing order, from left to right')
})

test('a long table spans pages with a header on each, complete rows and page numbers', async () => {
  const pages = pdfPages(await drawn(of(table(200, () => 2))))
  assert.ok(pages.length > 5)
  pages.forEach((page, i) => {
    assert.ok(page.includes('Items'), `no header on page ${i + 1}`)
    assert.equal(page.at(-1), `Page ${i + 1} of ${pages.length}`)
    const items = page.filter((text) => text.startsWith('item '))
    assert.equal(items.length % 2, 0, 'a row is cut in two')
  })
  const rows = pages.flat().filter((text) => text.startsWith('row '))
  assert.deepEqual(
    rows,
    Array.from({ length: 200 }, (_, i) => `row ${i}`),
  )
})

test('a row longer than a page continues on the next page without losing text', async () => {
  const pages = pdfPages(await drawn(of(table(3, (row) => (row === 1 ? 150 : 1)))))
  assert.ok(pages.length >= 3)
  const items = pages.flat().filter((text) => text.startsWith('item 1.'))
  assert.deepEqual(
    items,
    Array.from({ length: 150 }, (_, i) => `item 1.${i}`),
  )
})

test('a stop has its number in a disc, and an outcome the icon of the screens before its word', async () => {
  const icons = await readFile(new URL('../../../web/ui/icon.tsx', import.meta.url), 'utf8')
  for (const outline of Object.values(OUTLINES)) assert.ok(icons.includes(`'${outline}'`), outline)
  const rows = (mark: boolean): PrintedPart => ({
    kind: 'table',
    columns: [
      { title: 'Stop', share: 1 },
      { title: 'Outcome', share: 4 },
    ],
    rows: [
      [
        { lines: ['117'], ...(mark && { mark: 'STOP' }) },
        { lines: ['Failed'], ...(mark && { mark: 'FAILED' }) },
      ],
    ],
  })
  const [marked, plain] = await Promise.all([drawn(of(rows(true))), drawn(of(rows(false)))])
  assert.deepEqual(pdfPages(marked)[0]?.sort(), pdfPages(plain)[0]?.sort(), 'the text stays')
  const [lines, plainLines] = [marked, plain].map(strokesIn)
  assert.deepEqual([lines, plainLines], [3, 1], 'a disc, a cross, and the rule of the row')
})

test('pictures are drawn, including transparent ones, and an invalid picture is reported', async () => {
  const create = { width: 300, height: 100, channels: 4 as const, background: '#0000' }
  const picture = (content: Uint8Array | null, caption: string): PrintedPart => ({
    kind: 'picture',
    content,
    missing: 'It is missing',
    caption,
    height: 120,
  })
  const file = await drawn(
    of(
      picture(await sharp({ create }).jpeg().toBuffer(), 'a photo'),
      picture(await sharp({ create }).png().toBuffer(), 'a signature'),
      picture(Buffer.from('no picture'), 'another'),
      picture(new Uint8Array(), 'an empty one'),
      picture(null, 'none'),
    ),
  )
  assert.equal(pdfPictures(file), 2)
  const [page = []] = pdfPages(file)
  assert.ok(page.includes('a photo') && page.includes('a signature'))
  const above = (caption: string) => page[page.indexOf(caption) - 1]
  assert.equal(above('another'), 'This picture can’t be shown.')
  assert.equal(above('an empty one'), 'This picture can’t be shown.')
  assert.equal(above('none'), 'It is missing')
})

test('text is truncated only if it can’t be wrapped', () => {
  const width = (text: string) => text.length
  assert.deepEqual(wrap('one two three', 7, width), ['one two', 'three'])
  assert.deepEqual(wrap('onlyoneword', 4, width), ['only', 'onew', 'ord'])
  assert.deepEqual(wrap('a\n\nb', 5, width), ['a', '', 'b'])
  assert.deepEqual(wrap('', 5, width), [''])
})
