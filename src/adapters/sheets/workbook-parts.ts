// Reads the XML parts of a workbook, which is a zip file. Decompresses only the parts that are needed, and counts their
// bytes and elements during reading, because the declared size of a part can't be trusted.
import type { Readable } from 'node:stream'
import { Parser } from 'saxen'
import { type Entry, fromBufferPromise } from 'yauzl'
import type { SheetLimits } from '../../app/ports/sheets.ts'
import { sheetRefusals } from './refused.ts'

/** Maximum number of parts in the archive. Large workbooks with a picture in each row have some thousands. */
const MAX_PARTS = 10_000
/** Maximum depth of elements. A sheet has seven levels. */
const MAX_DEPTH = 50
/**
 * Maximum characters between two tags. An Excel cell has at most 32,767 characters, each of which may be written as up
 * to six.
 */
const MAX_TOKEN = 256 * 1024

/** Decoded values, keyed by local name. */
export type Attributes = Record<string, string>

/** Receives the elements of a part with their local names. */
export interface Elements {
  open(name: string, attributes: () => Attributes): void
  /** Returns true if the rest of the part isn't needed. */
  close?(name: string): boolean | void
  text?(text: string): void
}

export interface WorkbookParts {
  /**
   * Reads a part. Returns false if it doesn't exist. Throws a `SheetRefusal`, or any other error if the part is
   * damaged.
   */
  read(name: string, elements: Elements): Promise<boolean>
}

/** Reads the directory of the archive without decompressing any part. */
export async function openWorkbook(content: Uint8Array, limits: SheetLimits): Promise<WorkbookParts> {
  const zip = await fromBufferPromise(Buffer.from(content.buffer, content.byteOffset, content.length), {
    lazyEntries: true,
    autoClose: false,
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.size === MAX_PARTS) throw sheetRefusals.unreadable()
    entries.set(entry.fileName.toLowerCase(), entry)
  }
  let total = 0
  return {
    read: async (name, elements) => {
      const entry = entries.get(name.toLowerCase())
      if (!entry) return false
      if (entry.isEncrypted()) throw sheetRefusals.sealed()
      if (entry.uncompressedSize > limits.partBytes) throw sheetRefusals.inflating(limits.partBytes)
      await readXml(await zip.openReadStreamPromise(entry), elements, (bytes) => {
        total += bytes
        if (total > limits.bytes) throw sheetRefusals.inflating(limits.bytes)
      })
      return true
    },
  }
}

/** Parses a part. Its stream fails after the declared size of the part, which is within the limit. */
async function readXml(part: Readable, elements: Elements, count: (bytes: number) => void): Promise<void> {
  const decoder = new TextDecoder()
  const parser = new Parser()
  let [depth, pending, isOver] = [0, 0, false]
  const token = (): void => void (pending = 0)
  parser.on('openTag', (name, attributes, _decode, isEmpty) => {
    token()
    if (!isEmpty && ++depth > MAX_DEPTH) throw sheetRefusals.unreadable()
    elements.open(localName(name), () => decoded(attributes()))
  })
  parser.on('closeTag', (name, _decode, isEmpty) => {
    token()
    if (!isEmpty) depth--
    if (elements.close?.(localName(name)) !== true) return
    isOver = true
    parser.stop()
  })
  parser.on('text', (raw) => {
    token()
    elements.text?.(unescaped(raw))
  })
  parser.on('cdata', (raw) => {
    token()
    elements.text?.(raw)
  })
  for (const kind of ['comment', 'question', 'attention'] as const) parser.on(kind, token)
  for await (const chunk of part as AsyncIterable<Buffer>) {
    count(chunk.length)
    const xml = decoder.decode(chunk, { stream: true })
    pending += xml.length
    parser.write(xml)
    if (isOver) return
    if (pending > MAX_TOKEN) throw sheetRefusals.unreadable()
  }
  parser.end()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const decoded = (raw: Attributes | false): Attributes =>
  Object.fromEntries(Object.entries(raw || {}).map(([name, value]) => [localName(name), unescaped(value)]))

const NAMED: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }

/** Replaces the five XML entities and character references. Entities that a document declares stay unchanged. */
const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
        if (name !== undefined) return NAMED[name] ?? all
        const point = decimal === undefined ? parseInt(hex, 16) : Number(decimal)
        return point <= 0x10ffff ? String.fromCodePoint(point) : all
      })
    : text
