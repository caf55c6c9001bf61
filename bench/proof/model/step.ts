// One request and its expected result.
import type { EmittedEvent } from './events.ts'

export type Json = Record<string, unknown>

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** ID of the route if the request is sent by its driver link. */
  driverOf?: string
}

export interface Refused {
  status: number
  code: string
  /** Fields that the refusal must name, in any order. */
  fields?: string[]
}

/** Expected result. When this is returned, the world already has the effects of the call. */
export interface Accepted {
  status: number
  /** Expected data, see `differences`. */
  data: unknown
  told?: EmittedEvent[]
  /** Faults in a choice that the service makes. */
  faults?: string[]
}

export interface Step {
  call: Call
  /** Expected refusal, which changes nothing. Null if the service must accept the call. */
  refused: Refused | null
  /** Applies the call to the model and returns the expected result. `data` is the response's data, which contains new IDs. */
  accept: (data: Json) => Accepted
  /** If the service may choose to refuse: returns the faults of the refusal. */
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
