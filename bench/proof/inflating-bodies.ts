// Bodies that are small when sent and large when read: compressed bodies, workbooks, tables and pictures.
import { brotliCompressSync, constants, crc32, deflateSync, gzipSync } from 'node:zlib'
import { hostileWorkbooks } from '../../test/helpers/workbooks.ts'
import { bodyOfBytes, type HostileBody } from './hostile-bodies.ts'

const MEBIBYTE = 1024 * 1024
const JSON_TYPE = 'application/json'
const FILE_TYPE = 'application/octet-stream'

export interface InflatingBodies {
  /** Bodies for routes that accept JSON or a form of a page. */
  json: readonly HostileBody[]
  /** Bodies for routes that accept a file. */
  files: readonly HostileBody[]
  /** Bodies for routes that accept a picture in a form. */
  forms: readonly HostileBody[]
}

export function createInflatingBodies(): InflatingBodies {
  const tables: Record<string, string> = {
    'line ends': '\n'.repeat(19 * MEBIBYTE),
    delimiters: `Name,Address\n${','.repeat(19 * MEBIBYTE)}`,
    'rows of nothing': `Name,Address\n${',\n'.repeat(9 * MEBIBYTE)}`,
    'rows of little': `Name,Address\n${'a,b\n'.repeat(4 * MEBIBYTE)}`,
    quotations: `Name,Address\n${'"a'.repeat(9 * MEBIBYTE)}`,
    'doubled quotations': `Name,Address\n"${'""'.repeat(9 * MEBIBYTE)}"`,
  }
  const pictures = hostilePictures()
  return {
    json: compressedBodies(),
    files: [
      ...Object.entries(hostileWorkbooks()).map(([name, bytes]) =>
        bodyOfBytes(`a workbook of ${name}`, FILE_TYPE, bytes),
      ),
      ...Object.entries(tables).flatMap(([name, text]) => [
        bodyOfBytes(`a table of ${name}`, FILE_TYPE, Buffer.from(text)),
        { ...bodyOfBytes(`a compressed table of ${name}`, FILE_TYPE, gzipSync(text, QUICK)), encoding: 'gzip' },
      ]),
      ...pictures.map(({ name, bytes }) => bodyOfBytes(name, FILE_TYPE, bytes)),
    ],
    forms: pictures.map(({ name, bytes }) => bodyOfBytes(name, 'multipart/form-data; boundary=picture', formOf(bytes))),
  }
}

/** Returns the bodies that a route accepts. */
export const inflatingBodiesFor = (bodies: InflatingBodies, url: string): readonly HostileBody[] =>
  /\/(imports|logo)$/.test(url) ? bodies.files : url.endsWith('/proof') ? bodies.forms : bodies.json

function compressedBodies(): HostileBody[] {
  const blanks = Buffer.alloc(MEBIBYTE, ' ')
  const body = (name: string, bytes: Buffer, encoding: string): HostileBody => ({
    ...bodyOfBytes(`${name} (${encoding})`, JSON_TYPE, bytes),
    encoding,
  })
  const again = gzipSync(blanks, { finishFlush: constants.Z_FULL_FLUSH })
  const endless = Buffer.concat(Array.from({ length: 800 }, (_, i) => (i === 0 ? again : again.subarray(10))))
  const member = gzipSync('')
  const nested = Buffer.from('[{"a":'.repeat(2 * MEBIBYTE))
  return [
    body('800 MiB of blanks', endless, 'gzip'),
    body('200 MiB of blanks', brotliCompressSync(Buffer.alloc(200 * MEBIBYTE, ' '), FAST), 'br'),
    body('60 MiB of blanks', deflateSync(Buffer.alloc(60 * MEBIBYTE, ' ')), 'deflate'),
    body('members of nothing', Buffer.concat(Array.from({ length: 40_000 }, () => member)), 'gzip'),
    body('nested objects', gzipSync(nested), 'gzip'),
    body('nested objects', brotliCompressSync(nested, FAST), 'br'),
    body('one that is cut off', gzipSync(nested).subarray(0, -20), 'gzip'),
    body('one that is compressed twice', gzipSync(gzipSync(nested)), 'gzip, gzip'),
    body('one that is not compressed', Buffer.from('{}'), 'gzip'),
  ]
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 24 } }

const QUICK = { level: 1 }

interface Picture {
  name: string
  bytes: Buffer
}

/** Returns PNG pictures with far more pixels, or texts, than bytes. */
function hostilePictures(): Picture[] {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const typed = Buffer.concat([Buffer.from(type), data])
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(typed))
    return Buffer.concat([head, typed, tail])
  }
  const png = (width: number, height: number, ...more: Buffer[]): Buffer => {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head[8] = 8
    const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 100 * MEBIBYTE)), QUICK)
    const parts = [chunk('IHDR', head), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
  }
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(300 * MEBIBYTE, 'x'), QUICK)])
  const profile = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(300 * MEBIBYTE), QUICK)])
  return [
    { name: 'a picture of 2,500 million pixels', bytes: png(50_000, 50_000) },
    { name: 'a picture of 50 million pixels', bytes: png(7_100, 7_100) },
    { name: 'a picture with 300 MiB of text', bytes: png(10, 10, chunk('zTXt', text)) },
    { name: 'a picture with a color profile of 300 MiB', bytes: png(10, 10, chunk('iCCP', profile)) },
  ]
}

function formOf(picture: Buffer): Buffer {
  const head =
    '--picture\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  return Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--picture--\r\n')])
}
