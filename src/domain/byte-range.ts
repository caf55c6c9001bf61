// Parses the Range header of a request for a file (RFC 9110, section 14): one range of bytes, or the whole file.

export interface ByteRange {
  start: number
  /** Last byte, inclusive. */
  end: number
}

/**
 * Returns the requested range of a file of `size` bytes. Several ranges, other units and malformed headers are ignored,
 * so the result is 'whole'.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const start = Math.max(0, size - Number(last))
    return start < size ? { start, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
