// Limits the bytes that are read of a response, counted after decompression.

/** Returns the body of the response. If it is larger than `maxBytes`, throws and closes the connection. */
export async function boundedBody({ body, url }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`${originOf(url)} answered more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'the server')
