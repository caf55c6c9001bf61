// Reads a PDF of the service: the texts of each page in drawing order, decoded with the file's own fonts and streams.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** The texts of each page. Each text is one piece, as the file draws it. */
export function pdfPages(file: Buffer): string[][] {
  const objects = readObjects(file)
  const fonts = new Map<string, Map<number, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, charactersOf(objects, Number(id)))
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const [, id] = /\/Contents (\d+) 0 R/.exec(head) ?? []
      return textsIn(objects.get(Number(id))?.stream.toString('latin1') ?? '', fonts)
    })
}

/** Number of images in the file. */
export const pdfPictures = (file: Buffer): number =>
  [...readObjects(file).values()].filter(({ head }) => /\/Subtype \/Image/.test(head)).length

/** Number of stroked paths in the file. */
export const strokesIn = (file: Buffer): number =>
  [...readObjects(file).values()].reduce(
    (sum, { stream }) => sum + (stream.toString('latin1').match(/^S$/gm)?.length ?? 0),
    0,
  )

interface PdfObject {
  head: string
  stream: Buffer
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, index } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const end = text.indexOf('\nendobj', index)
    const at = text.indexOf('\nstream\n', index)
    const head = text.slice(index, at > 0 && at < end ? at : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const raw = file.subarray(at + 8, at + 8 + length)
    const stream = length > 0 && /\/FlateDecode/.test(head) && !/Image/.test(head) ? inflateSync(raw) : raw
    objects.set(Number(id), { head, stream })
  }
  return objects
}

function charactersOf(objects: Map<number, PdfObject>, font: number): Map<number, string> {
  const [, id] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '') ?? []
  const map = objects.get(Number(id))?.stream.toString('latin1') ?? ''
  const characters = new Map<number, string>()
  for (const [, from = '', listed = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...listed.matchAll(/<([\w ]+)>/g)].forEach(([, hex = ''], i) =>
      characters.set(
        Number.parseInt(from, 16) + i,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    )
  return characters
}

function textsIn(content: string, fonts: Map<string, Map<number, string>>): string[] {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const font = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '')
    return [...block.matchAll(/<(\w+)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => font?.get(Number.parseInt(glyph, 16)) ?? '?')
      .join('')
  })
}

const PIXELS_A_POINT = 4

/** Contents of the drawn codes, as a scanner reads them from the page. */
export async function pdfCodes(file: Buffer): Promise<string[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  const [width, height] = [612 * PIXELS_A_POINT, 792 * PIXELS_A_POINT]
  const found: string[] = []
  for (const { stream } of readObjects(file).values()) {
    const page = new Uint8Array(width * height).fill(255)
    for (const [, ...box] of stream.toString('latin1').matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)) {
      const [left = 0, top = 0, wide = 0, high = 0] = box.map((length) => Number(length) * PIXELS_A_POINT)
      for (let y = Math.floor(top); y < top + high; y++)
        page.fill(0, y * width + Math.floor(left), y * width + Math.ceil(left + wide))
    }
    if (!page.includes(0)) continue
    const picture = await sharp(page, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
    found.push(...(await readBarcodes(new Uint8Array(picture))).map(({ text }) => text))
  }
  return found
}
