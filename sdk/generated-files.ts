/** Every file that `generate.ts` writes, below sdk/. They are not kept in the repository. */
export const GENERATED = [
  'typescript/src/generated/types.ts',
  'typescript/src/generated/resources.ts',
  'python/src/roundsman/types.py',
  'python/src/roundsman/resources.py',
] as const
