// Lowers the priority of the thread that imports this module, so that requests and the database run first. Import it before
// all other modules, because loading them takes most of a short thread's time. Only Linux has priorities of single threads.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** From 0, the priority of requests, to 19. */
const NICENESS = 5

try {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  if (Number.isInteger(thread)) setPriority(thread, Math.max(getPriority(), NICENESS))
} catch {}
