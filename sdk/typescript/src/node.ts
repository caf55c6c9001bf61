// Functions that need Node: a feed position in a file, and webhooks with node:http.
import { open, readFile, rename } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CursorStore } from './follow.ts'
import type { WebhookReceiver } from './webhooks.ts'

/**
 * Position in a file. It survives a crash of the process or machine at any moment: the file is written under another
 * name, synced and renamed.
 */
export const fileCursor = (path: string): CursorStore => ({
  async load() {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
  async save(cursor) {
    const file = await open(`${path}.new`, 'w')
    try {
      await file.writeFile(cursor)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  },
})

const MAX_BODY = 2 * 1024 * 1024

/**
 * Listener for `http.createServer`, or for a route of a framework if the body has not been read. If a handler throws,
 * `onError` gets the error, the response is 500, and the service retries the webhook.
 */
export function webhookListener(receiver: WebhookReceiver, onError: (error: unknown) => void = console.error) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > MAX_BODY) {
          response.writeHead(413, { connection: 'close' }).end()
          return
        }
        chunks.push(chunk)
      }
      response
        .writeHead(await receiver.receive({ headers: request.headers, body: new Uint8Array(Buffer.concat(chunks)) }))
        .end()
    } catch (error) {
      onError(error)
      if (!response.headersSent) response.writeHead(500).end()
    }
  }
}
