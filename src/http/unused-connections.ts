// Closes unused connections at shutdown. Browsers open connections in advance, and Node treats each as busy until its
// first request or for one minute.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Enough time for a request that was just sent to arrive. */
const GRACE_MS = 1_000

/** Closes unused connections shortly after the server begins to close. */
export function endUnusedConnections(server: FastifyInstance): void {
  const unused = new Set<Socket>()
  server.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, GRACE_MS).unref()
  })
}
