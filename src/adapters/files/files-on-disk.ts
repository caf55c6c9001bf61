// Files under a directory. A file appears completely or not at all.
import { constants, copyFile, mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '../../app/ports/files.ts'

export function filesOnDisk(directory: string): Files {
  // Two characters per folder keep the directories small. We create the names, which contain no separator.
  const pathOf = (name: string): string => path.join(directory, name.slice(-2), name)
  return {
    put: async (name, from) => {
      const file = pathOf(name)
      const part = `${file}.part`
      await mkdir(path.dirname(file), { recursive: true })
      try {
        await copyFile(from, part, constants.COPYFILE_FICLONE)
        await flush(part)
        await rename(part, file)
        await flush(path.dirname(file))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    get: (name) => nullIfMissing(readFile(pathOf(name))),
    read: async (name) => {
      const file = await nullIfMissing(open(pathOf(name)))
      return file && file.createReadStream()
    },
    names: async function* () {
      for await (const folder of (await nullIfMissing(opendir(directory))) ?? []) {
        if (!folder.isDirectory()) continue
        for await (const file of await opendir(path.join(directory, folder.name)))
          if (file.isFile() && file.name.endsWith(folder.name)) yield file.name
      }
    },
    remove: async (name) => {
      await rm(`${pathOf(name)}.part`, { force: true })
      await rm(pathOf(name), { force: true })
    },
  }
}

const nullIfMissing = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

async function flush(file: string): Promise<void> {
  const handle = await open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
