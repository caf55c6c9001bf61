// The processor time of a service so far: of Node with all its threads, and of each process of its database's server.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Spent {
  nodeMs: number
  databaseMs: number
}

/** Of the service that runs as this process on the embedded database of this directory. */
export function spentBy(pid: number, dataDir: string): Spent {
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const children = processes().filter((one) => parentOf(one) === postmaster)
  return { nodeMs: runMs(pid), databaseMs: [postmaster, ...children].reduce((sum, one) => sum + runMs(one), 0) }
}

const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

const processes = (): number[] => numbersIn('/proc')

/** 0 once it is gone, as its time is. */
const runMs = (pid: number): number =>
  orGone(
    () =>
      numbersIn(`/proc/${pid}/task`).reduce((sum, thread) => {
        const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
        return sum + Number(nanoseconds) / 1e6
      }, 0),
    0,
  )

const parentOf = (pid: number): number | null =>
  orGone(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may have blanks.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  }, null)

function orGone<T>(read: () => T, gone: T): T {
  try {
    return read()
  } catch {
    return gone
  }
}
