/**
 * Frees the memory of arrays that are no longer needed, and of all other arrays on the same buffers. The garbage collector would
 * free it later, when other arrays have already been allocated.
 */
export function freeMemory(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
