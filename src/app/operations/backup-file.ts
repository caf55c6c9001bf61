// The format of the backup file: lines, compressed with gzip. A line with a JSON object is a mark, for example the name
// of a table. A line with a JSON array is a row of the table that was named last. The end mark contains counts, so that
// a truncated file is detected.
import { constants } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

export const FORMAT = 1

const Header = z.object({
  mark: z.literal('roundsman-backup'),
  format: z.number(),
  schema: z.string(),
  app_version: z.string(),
  created_at: z.string(),
})
const Mark = z.discriminatedUnion('mark', [
  Header,
  z.object({ mark: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ mark: z.literal('sequence'), name: z.string(), value: z.string() }),
  z.object({ mark: z.literal('file'), path: z.string() }),
  z.object({ mark: z.literal('data'), base64: z.base64() }),
  z.object({ mark: z.literal('end'), rows: z.record(z.string(), z.number()), files: z.number() }),
])
export type Mark = z.infer<typeof Mark>
export type Header = z.infer<typeof Header>
/** A row as unparsed text, or a mark. */
export type Line = string | Mark

export class DamagedBackup extends Error {}

export const markLine = (mark: Mark): string => `${JSON.stringify(mark)}\n`

/**
 * Maximum characters of a mark. The longest mark is a chunk of a file, which has 256 KiB in base64. Only the maximum
 * length of a string limits a row.
 */
const MAX_MARK = 1024 * 1024

function refuseLongLine([first = '']: readonly string[], length: number): void {
  if (length > (first.startsWith('{') ? MAX_MARK : constants.MAX_STRING_LENGTH)) throw new Error('a line is too long')
}

/** Yields the lines of a backup file. Throws `DamagedBackup` if it can't be read. */
export async function* readBackup(file: string): AsyncGenerator<Line, undefined> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  // Pieces of the incomplete line. Joining them for each chunk would take quadratic time for a long line.
  let pieces: string[] = []
  let length = 0
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const parts = chunk.split('\n')
      for (const [i, part] of parts.entries()) {
        if (part !== '') pieces.push(part)
        length += part.length
        refuseLongLine(pieces, length)
        if (i === parts.length - 1) break
        const line = pieces.join('')
        yield line.startsWith('{') ? Mark.parse(JSON.parse(line)) : line
        pieces = []
        length = 0
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    throw new DamagedBackup(`${file} is damaged, truncated or not a Roundsman backup`, { cause: error })
  }
}

/**
 * Verifies the checksum of the whole file, the format of every line, and the counts of the end mark. Throws
 * `DamagedBackup` if any of them is wrong.
 */
export async function checkBackup(file: string): Promise<void> {
  const found = { rows: {} as Record<string, number>, files: 0 }
  let table = ''
  let end: Extract<Mark, { mark: 'end' }> | null = null
  for await (const line of readBackup(file)) {
    if (end) throw new DamagedBackup(`${file} continues after its end`)
    if (typeof line === 'string') found.rows[table] = (found.rows[table] ?? 0) + 1
    else if (line.mark === 'table') found.rows[(table = line.name)] = 0
    else if (line.mark === 'file') found.files++
    else if (line.mark === 'end') end = line
  }
  if (!end) throw new DamagedBackup(`${file} is truncated`)
  if (!isDeepStrictEqual([end.rows, end.files], [found.rows, found.files]))
    throw new DamagedBackup(`${file} does not contain the rows and files that its end counts`)
}
