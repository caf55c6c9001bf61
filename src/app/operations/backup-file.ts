// The backup file: gzip over lines. A line that is an array is a row of the table named last; one that is an
// object is a mark. The end mark counts what came before it, so that a file cut short is never taken for whole.
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
/** A row as its text, or a mark. */
export type Line = string | Mark

export class DamagedBackup extends Error {}

export const markLine = (mark: Mark): string => `${JSON.stringify(mark)}\n`

/** The lines of a backup file. Throws `DamagedBackup` when it can't be read. */
export async function* readBackup(file: string): AsyncGenerator<Line, undefined> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.startsWith('{') ? Mark.parse(JSON.parse(line)) : line
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    throw new DamagedBackup(`${file} is damaged, cut short or no Roundsman backup`, { cause: error })
  }
}

/** Reads the file to its end: its checksum, that every line can be read, and that all is there that the end counts. */
export async function checkBackup(file: string): Promise<void> {
  const found = { rows: {} as Record<string, number>, files: 0 }
  let table = ''
  let end: Extract<Mark, { mark: 'end' }> | null = null
  for await (const line of readBackup(file)) {
    if (end) throw new DamagedBackup(`${file} goes on after its end`)
    if (typeof line === 'string') found.rows[table] = (found.rows[table] ?? 0) + 1
    else if (line.mark === 'table') found.rows[(table = line.name)] = 0
    else if (line.mark === 'file') found.files++
    else if (line.mark === 'end') end = line
  }
  if (!end) throw new DamagedBackup(`${file} is cut short`)
  if (!isDeepStrictEqual([end.rows, end.files], [found.rows, found.files]))
    throw new DamagedBackup(`${file} does not hold what its end says it should`)
}
