// A request's Range header against a file of that size (RFC 9110, section 14): one range of bytes, or all of it.

export interface ByteRange {
  start: number
  /** The last byte, included. */
  end: number
}

/** Several ranges, other units and what is no range count as none: the whole file is answered then. */
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
