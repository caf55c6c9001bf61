// Processor time of processes, from /proc.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Proxied } from './installations.ts'

/** Nanoseconds of processor time, keyed by process ID. */
type Times = Map<number, number>

/** Groups of processes. */
export type Part = 'nginx' | 'web' | 'worker' | 'postgres'
export type PartTimes = Record<Part, Times>

export function readTimes({ nginx, installations }: Proxied): PartTimes {
  const children = childrenOfAll()
  const family = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(family)]
  const timesOf = (pids: readonly (number | null)[]): Times =>
    new Map(pids.flatMap((pid) => (pid ? family(pid) : [])).map((pid) => [pid, timeOf(pid)]))
  return {
    nginx: timesOf([nginx.pid]),
    web: timesOf(installations.flatMap(({ web, nextWeb }) => [web.pid(), nextWeb.pid()])),
    worker: timesOf(installations.flatMap(({ worker, nextWorker }) => [worker.pid(), nextWorker.pid()])),
    postgres: timesOf(installations.map(({ database }) => postmasterOf(database.dir))),
  }
}

/** Milliseconds of processor time of each part between the two readings. Processes that ended in between do not count. */
export function spentMs(before: PartTimes, after: PartTimes): Record<Part, number> {
  const spent = (part: Part): number =>
    [...after[part]].reduce((sum, [pid, time]) => sum + time - (before[part].get(pid) ?? 0), 0) / 1e6
  return { nginx: spent('nginx'), web: spent('web'), worker: spent('worker'), postgres: spent('postgres') }
}

/** Sums the threads, whose times have nanoseconds. */
function timeOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    )
  } catch {
    return 0
  }
}

function childrenOfAll(): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      // The state and the parent process follow the name in brackets.
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // The process has ended.
    }
  }
  return children
}

const postmasterOf = (dir: string): number =>
  Number(readFileSync(path.join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
