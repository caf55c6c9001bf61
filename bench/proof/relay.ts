// A loopback port that forwards to a server, and can be cut or silenced.
import { once } from 'node:events'
import net, { type AddressInfo, type NetConnectOpts } from 'node:net'

export interface Relay {
  port: number
  /**
   * `cut` refuses new connections and closes existing ones. `refuse` keeps existing ones. `silent` stops forwarding
   * data.
   */
  set(way: 'open' | 'cut' | 'refuse' | 'silent'): Promise<void>
  /** Loses the acknowledgments of this number of commits, and the connection with each. */
  loseCommits(times: number): void
  close(): void
}

export async function startRelay(target: NetConnectOpts): Promise<Relay> {
  const pairs = new Set<{ near: net.Socket; far: net.Socket }>()
  let lost = 0
  const server = net.createServer((near) => {
    const far = net.connect(target)
    const pair = { near, far }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (bytes) => {
      if (lost > 0 && bytes.includes('commit\0')) {
        lost--
        far.removeAllListeners('data').on('data', (answer) => answer.includes('COMMIT\0') && end())
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
  })
  const listen = async (port: number): Promise<void> => {
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    for (const { near } of pairs) near.destroy()
  }
  return {
    port,
    set: async (way) => {
      if (way === 'open') {
        await listen(port)
        for (const { near, far } of pairs) for (const socket of [near, far]) socket.resume()
      }
      if (way === 'cut') close()
      if (way === 'refuse') server.close()
      if (way === 'silent') for (const { near, far } of pairs) for (const socket of [near, far]) socket.pause()
    },
    loseCommits: (times) => {
      lost = times
    },
    close,
  }
}
