// The list of the erased: a line of JSON each, readable by its owner only.
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { ErasedLine, ErasedList } from '../app/ports/erased-list.ts'

export const ERASED_FILE = 'erased.jsonl'

const Line = z.object({ business_uuid: z.uuid(), erased_at: z.string(), digests: z.array(z.base64()) })

export const openErasedList = (dataDir: string): ErasedList => {
  const file = path.join(dataDir, ERASED_FILE)
  return {
    // One write, so that lines of several processes don’t mix; after a line that a crash cut short, a new one begins.
    add: (line) => appendFile(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600, flush: true }),
    all: () => readErasedList(file),
  }
}

/** Empty where there is no such file. A line that was cut short is there again, whole. */
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
