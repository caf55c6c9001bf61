// Who is being erased, as it is kept until that is done: sealed.
import { z } from 'zod'
import type { App } from '../../context.ts'

const Person = z.object({
  orderIds: z.array(z.string()),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  names: z.array(z.string()),
  lines: z.array(z.string()),
  /** References, and what stands for each from then on. */
  refs: z.array(z.tuple([z.string(), z.string()])),
  /** Keys of addresses with their first lines. */
  addresses: z.array(z.tuple([z.string(), z.string()])),
})
export type ErasedPerson = z.output<typeof Person>

export const sealPerson = ({ secrets }: Pick<App, 'secrets'>, person: ErasedPerson): Buffer =>
  secrets.encrypt(JSON.stringify(person))

export const openPerson = ({ secrets }: Pick<App, 'secrets'>, sealed: Buffer): ErasedPerson =>
  Person.parse(JSON.parse(secrets.decrypt(sealed)))
