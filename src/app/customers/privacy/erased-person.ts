// The customer to erase, stored encrypted until the erasure is complete.
import { z } from 'zod'
import type { App } from '../../context.ts'

const Person = z.object({
  orderIds: z.array(z.string()),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  names: z.array(z.string()),
  lines: z.array(z.string()),
  /** Pairs of a reference and its replacement. */
  refs: z.array(z.tuple([z.string(), z.string()])),
  /** Pairs of an address key and the address's first line. */
  addresses: z.array(z.tuple([z.string(), z.string()])),
})
export type ErasedPerson = z.output<typeof Person>

export const sealPerson = ({ secrets }: Pick<App, 'secrets'>, person: ErasedPerson): Buffer =>
  secrets.encrypt(JSON.stringify(person))

export const openPerson = ({ secrets }: Pick<App, 'secrets'>, sealed: Buffer): ErasedPerson =>
  Person.parse(JSON.parse(secrets.decrypt(sealed)))
