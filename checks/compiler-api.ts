// The compiler's API in JavaScript, which version 7 lacks. Generators of clients print their output with it.
export { ts as default } from '@ts-morph/common'
