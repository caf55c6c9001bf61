// The compiler's API in JavaScript, which version 7 doesn't have: generators of clients print what they make with it.
export { ts as default } from '@ts-morph/common'
