// One request and what must come of it.
import type { Told } from './events.ts'

export type Json = Record<string, unknown>

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Sent by the driver, below the link of this route. */
  driverOf?: string
}

export interface Refused {
  status: number
  code: string
  /** Every field named, in any order. */
  fields?: string[]
}

/** What an accepted call does to the world is done by the time this is returned. */
export interface Accepted {
  status: number
  /** As `differences` takes it. */
  data: unknown
  told?: Told[]
  /** What is wrong with a choice that is the service's to make. */
  faults?: string[]
}

export interface Step {
  call: Call
  /** Null: it must be accepted. A refusal changes nothing. */
  refused: Refused | null
  /** Told the answer's data, for the ids in it. */
  accept: (data: Json) => Accepted
  /** Where the service may choose to refuse: what is wrong with how it did. */
  judgeRefusal?: (status: number, details: Json) => string[]
}

const never = (): never => {
  throw new Error('a refused call has no effect')
}

export const refusal = (call: Call, status: number, code: string, fields?: string[]): Step => ({
  call,
  refused: { status, code, ...(fields && { fields }) },
  accept: never,
})

export const accepted = (call: Call, accept: (data: Json) => Accepted): Step => ({ call, refused: null, accept })
