// Connections that never carried a request, as browsers open them ahead, would hold a stop up: Node takes them for busy
// until their first request, or for a minute.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What was sent on one just before has come by then. */
const GRACE_MS = 1_000

/** Ends them a moment after the server begins to close. */
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
