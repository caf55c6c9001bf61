// The list of erasures, one JSON object per line, readable only by its owner.
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { ErasedLine, ErasedList } from '../app/ports/erased-list.ts'

export const ERASED_FILE = 'erased.jsonl'

const Line = z.object({ business_uuid: z.uuid(), erased_at: z.string(), digests: z.array(z.base64()) })

export const openErasedList = (dataDir: string): ErasedList => {
  const file = path.join(dataDir, ERASED_FILE)
  return {
    // A single write, so that the lines of several processes don't mix. A line that a crash truncated doesn't affect
    // the next line, which starts with a line break.
    add: (line) => appendFile(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600, flush: true }),
    all: () => readErasedList(file),
  }
}

/**
 * Returns the entries, or an empty list if the file doesn't exist. Skips truncated lines, because each of them was
 * written again completely.
 */
export async function readErasedList(file: string): Promise<ErasedLine[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const { data } = Line.safeParse(jsonOf(line))
    return data ? [data] : []
  })
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
