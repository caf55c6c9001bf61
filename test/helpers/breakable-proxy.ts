// A connection to a server on loopback that a test can cut, let hang, and restore.
import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo } from 'node:net'

export interface FailingLine {
  url: string
  /** Ends open connections and refuses new ones, like a killed server. */
  cut: () => void
  /** Keeps open connections and accepts new ones, but passes no data on, like a network that hangs. */
  hang: () => void
  mend: () => void
  close: () => void
}

export async function startBreakableProxy(to: string): Promise<FailingLine> {
  const target = new URL(to)
  let state: 'whole' | 'cut' | 'hanging' = 'whole'
  const open = new Set<{ near: net.Socket; far: net.Socket }>()
  const server = net.createServer((near) => {
    if (state === 'cut') return near.destroy()
    if (state === 'hanging') return near.on('error', () => undefined)
    const far = net.connect(Number(target.port), target.hostname)
    const pair = { near, far }
    open.add(pair)
    const end = (): void => {
      open.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    return near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    state = 'cut'
    for (const { near } of open) near.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hang: () => {
      state = 'hanging'
      for (const { near, far } of open) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    mend: () => {
      cut()
      state = 'whole'
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
