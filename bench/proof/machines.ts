// Two cores that stand for two machines: what is on one of them takes no processor time from what is on the other.
import { execFile, spawnSync } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Where the first two cores are not to be had, or there is no way to choose: behind everything else. */
const GIVES_WAY = 19

const isPinnable =
  os.platform() === 'linux' && ['0', '1'].every((core) => spawnSync('taskset', ['-c', core, 'true']).status === 0)

/** Has processes, with their threads and children, run on the first core. */
export async function firstMachine(pids: readonly number[]): Promise<void> {
  if (isPinnable) for (const pid of pids) await pinWhole(0, pid)
}

/** Has them run on the second core, or give way to everything else. */
export async function otherMachine(pids: readonly number[]): Promise<void> {
  for (const pid of pids)
    if (isPinnable) await pinWhole(1, pid)
    else os.setPriority(pid, GIVES_WAY)
}

async function pinWhole(core: number, pid: number): Promise<void> {
  // It fails where there are none.
  const children = await run('pgrep', ['-P', String(pid)]).then(
    ({ stdout }) => stdout.split('\n').filter(Boolean),
    () => [],
  )
  for (const each of [String(pid), ...children]) await run('taskset', ['-a', '-c', '-p', String(core), each])
}
