// Node as the machine has it, often an older one than npm brought for the service: what integrators run things with.
import { existsSync } from 'node:fs'
import path from 'node:path'

const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))

export const SYSTEM_NODE =
  folders.map((folder) => path.join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath
