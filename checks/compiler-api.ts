// Exports TypeScript's compiler API, which TypeScript 7 does not have. The client generators need it to print their
// output.
export { ts as default } from '@ts-morph/common'
