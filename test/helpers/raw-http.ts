// Sends HTTP as raw bytes, for requests that fetch refuses to send.
import { once } from 'node:events'
import net from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  body: { statusCode: number; message: string; details: { code: string; fields?: string[] }; data?: unknown }
}

/** Sends these bytes to the origin on a new connection. The request must ask the server to close the connection. */
export async function sendRaw(origin: string, request: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const socket = net.connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(request)
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString()
  const end = answer.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: JSON.parse(answer.slice(end + 4)) as RawAnswer['body'],
  }
}

/** The bytes of a request. Header lines and body are sent unchanged. */
export function rawRequest(line: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body)
  const length = bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : []
  const head = [`${line} HTTP/1.1`, 'Host: roundsman.test', 'Connection: close', ...length, ...headers, '', ''].join(
    '\r\n',
  )
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}
