// What the office can do, for a key: the office's own literal, with what the API says of it.
import type { Endpoint } from './endpoint.ts'
import type { OfficeEndpoint } from './office/endpoint.ts'
import type { z } from 'zod'

type Shared = OfficeEndpoint & { params?: z.ZodObject; reply: z.ZodType }
type Said = Pick<Endpoint, 'operation' | 'tag' | 'summary' | 'description' | 'examples'> & Partial<Endpoint>

type Usual = Pick<Endpoint, 'success' | 'errors' | 'limits' | 'idempotent'>

/** Answers 200 and counts as a read or as another write, unless it says otherwise. */
export function ofOffice<const O extends Shared, const S extends Said>(literal: O, said: S) {
  const reads = literal.method === 'GET'
  const usual: Usual = {
    success: { 200: 'OK.' },
    errors: {},
    limits: () => [reads ? 'reads' : 'other_writes'],
    idempotent: literal.method === 'POST' || literal.method === 'PATCH',
  }
  return { ...usual, ...literal, ...said } as Omit<Usual & O, keyof S> & S
}
