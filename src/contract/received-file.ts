// An uploaded file of a form, stored on disk until the request ends.

export class ReceivedFile extends File {
  readonly path: string
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string

  constructor(received: { name: string; type: string; path: string; size: number; sha256: string }) {
    super([], received.name, { type: received.type })
    this.path = received.path
    this.sha256 = received.sha256
    Object.defineProperty(this, 'size', { value: received.size })
  }
}
