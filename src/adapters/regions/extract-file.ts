// Explains to the operator why a file is not an extract, or can't be read to its end.
import { open } from 'node:fs/promises'

/** Beginning of an extract, after the length of its first part (https://wiki.openstreetmap.org/wiki/PBF_Format). */
const BEGINS = Buffer.from('\n\tOSMHeader')
const LENGTH_BYTES = 4

/** Beginnings of other kinds of files, with an explanation. */
const OTHERS: [begins: string, is: string][] = [
  ['\u001F\u008B', 'It is compressed (gzip): unpack it first.'],
  ['BZh', 'It is compressed (bzip2). Download the file that ends in .osm.pbf instead.'],
  ['PK', 'It is a ZIP archive: unpack it first.'],
  ['%PDF', 'It is a PDF file.'],
  ['<', 'It is XML or a web page. Download the file that ends in .osm.pbf instead.'],
]

/** Throws an explanation unless the file begins like an extract. */
export async function refuseOtherFile(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`, { cause: error })
    const why = error.code === 'EACCES' ? 'this user may not read it' : error.message
    throw new Error(`${file} can't be opened: ${why}.`, { cause: error })
  })
  try {
    const about = await handle.stat()
    if (about.isDirectory()) throw new Error(`${file} is a folder. Name an extract (.osm.pbf).`)
    if (about.isFile() && about.size === 0) throw new Error(`${file} is empty. Download it again.`)
    const { buffer } = await handle.read(Buffer.alloc(LENGTH_BYTES + BEGINS.length), 0, LENGTH_BYTES + BEGINS.length, 0)
    if (buffer.subarray(LENGTH_BYTES).equals(BEGINS)) return
    const start = buffer.toString('latin1').trimStart()
    const is = OTHERS.find(([begins]) => start.startsWith(begins))?.[1]
    throw new Error(`${file} is not an OpenStreetMap extract (.osm.pbf). ${is ?? 'It does not begin like one.'}`)
  } finally {
    await handle.close()
  }
}

/** The file may be complete, but can't be read. The message continues after the name of the file. */
export class UnreadableExtract extends Error {}

/** Adds the file name to an error of reading it. Errors of the file system already contain the name. */
export function errorWithFileName(file: string, error: unknown): Error {
  const { message } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof Error && 'syscall' in error) return error
  const sentence =
    error instanceof UnreadableExtract
      ? `${file} ${message}`
      : `${file} is not a whole OpenStreetMap extract (.osm.pbf): it is damaged or was cut off. Download it again. (${message})`
  return new Error(sentence, { cause: error })
}
