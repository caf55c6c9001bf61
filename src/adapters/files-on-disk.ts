// Files under a directory. A file appears whole or not at all.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '../app/ports.ts'

export function filesOnDisk(directory: string): Files {
  // Two letters of folder keep directories small; names are made by us and hold no separator.
  const pathOf = (name: string): string => path.join(directory, name.slice(-2), name)
  return {
    put: async (name, content) => {
      const file = pathOf(name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(`${file}.part`, content, { flush: true })
      await rename(`${file}.part`, file)
    },
    get: async (name) => {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
