// Simulates two machines with two cores: processes on one core take no processor time from the other.
import { execFile, spawnSync } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Lowest priority, if the first two cores aren't available or processes can't be pinned. */
const LOWEST_PRIORITY = 19

const isPinnable =
  os.platform() === 'linux' && ['0', '1'].every((core) => spawnSync('taskset', ['-c', core, 'true']).status === 0)

/** Pins processes, with their threads and children, to the first core. */
export async function pinToFirstCore(pids: readonly number[]): Promise<void> {
  if (isPinnable) for (const pid of pids) await pinAllThreads(0, pid)
}

/** Pins processes to the second core, or lowers their priority. */
export async function pinToSecondCore(pids: readonly number[]): Promise<void> {
  for (const pid of pids)
    if (isPinnable) await pinAllThreads(1, pid)
    else os.setPriority(pid, LOWEST_PRIORITY)
}

async function pinAllThreads(core: number, pid: number): Promise<void> {
  // pgrep fails if there are no children.
  const children = await run('pgrep', ['-P', String(pid)]).then(
    ({ stdout }) => stdout.split('\n').filter(Boolean),
    () => [],
  )
  for (const each of [String(pid), ...children]) await run('taskset', ['-a', '-c', '-p', String(core), each])
}
