// Folders for temporary files, next to the data. A disk may be larger than the memory, and /tmp is often in memory.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Scratch } from '../../app/ports/files.ts'

export function openScratch(directory: string): Scratch {
  return {
    within: async (work) => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(path.join(directory, 'work-'))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    sweep: async (before) => {
      const names = await readdir(directory).catch(() => [])
      for (const folder of names.map((name) => path.join(directory, name))) {
        const written = await stat(folder).catch(() => null)
        if (written && written.mtime < before) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
