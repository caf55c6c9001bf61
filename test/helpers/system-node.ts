// Finds the machine's own Node, often older than the service's Node from npm. Integrators run their programs with it.
import { existsSync } from 'node:fs'
import path from 'node:path'

const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))

export const SYSTEM_NODE =
  folders.map((folder) => path.join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath
