import fc from 'fast-check'

/** Text of any code points. Faster than fast-check's own `binary` strings, which first map every code point back. */
export const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
  .map((points) => String.fromCodePoint(...points))
