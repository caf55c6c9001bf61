// Reads the processor time that a service has used: Node with all its threads, and each process of its database server.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface ProcessorTime {
  nodeMs: number
  databaseMs: number
}

/** Returns the times of the service with process ID `pid` on the embedded database of this directory. */
export function processorTimeOf(pid: number, dataDir: string): ProcessorTime {
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const children = processes().filter((one) => parentOf(one) === postmaster)
  const databaseMs = [postmaster, ...children].reduce((sum, one) => sum + runMs(one), endedChildrenMs(postmaster))
  return { nodeMs: runMs(pid), databaseMs }
}

const processIdsIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

const processes = (): number[] => processIdsIn('/proc')

/** Processor milliseconds of a process. 0 if it has ended, because the system then no longer reports its time. */
const runMs = (pid: number): number =>
  defaultIfEnded(
    () =>
      processIdsIn(`/proc/${pid}/task`).reduce((sum, thread) => {
        const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
        return sum + Number(nanoseconds) / 1e6
      }, 0),
    0,
  )

const parentOf = (pid: number): number | null => defaultIfEnded(() => readProcStat(pid)[PARENT] ?? null, null)

/** Processor milliseconds of the children that have ended, such as autovacuum workers. */
const endedChildrenMs = (pid: number): number => {
  const stat = readProcStat(pid)
  return ((stat[ENDED_USER] ?? 0) + (stat[ENDED_SYSTEM] ?? 0)) * TICK_MS
}

const TICK_MS = 10
const [PARENT, ENDED_USER, ENDED_SYSTEM] = [1, 13, 14]

/** Returns the fields after the process name, which may contain spaces. */
function readProcStat(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

function defaultIfEnded<T>(read: () => T, gone: T): T {
  try {
    return read()
  } catch {
    return gone
  }
}
