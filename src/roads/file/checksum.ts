// Checksum over all bytes that detects accidental damage. It doesn't prove the origin of a file.

/**
 * Returns a checksum. `before` is the checksum of the previous part of the file. The first byte must be at a multiple
 * of 4, because the function reads 32-bit words. The last 1 to 3 bytes are read individually.
 */
export function checksum(bytes: Uint8Array, before = 0): number {
  // Without this line, the result would not depend on `before`.
  if (bytes.length === 0) return before
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  let low = 0x811c_9dc5 ^ before
  let high = 0x1b87_3593 ^ before
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    low = Math.imul(low ^ word, 0x0100_0193)
    high = (Math.imul(high, 5) + low) ^ (low >>> 15)
  }
  for (let i = words.length * 4; i < bytes.length; i++) low = Math.imul(low ^ bytes[i]!, 0x0100_0193)
  return (high ^ low) >>> 0
}
