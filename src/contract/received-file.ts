// A file of a form as it was received: on disk while the request lasts.

export class ReceivedFile extends File {
  readonly path: string
  /** Hexadecimal, of its content. */
  readonly sha256: string

  constructor(received: { name: string; type: string; path: string; size: number; sha256: string }) {
    super([], received.name, { type: received.type })
    this.path = received.path
    this.sha256 = received.sha256
    Object.defineProperty(this, 'size', { value: received.size })
  }
}
