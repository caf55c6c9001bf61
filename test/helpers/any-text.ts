import fc from 'fast-check'

/** Text of any code points: quicker than fast-check's own `binary` strings, which first map every one of them back. */
export const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
  .map((points) => String.fromCodePoint(...points))
