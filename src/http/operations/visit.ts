// Requests of browsers without a session that another installation may answer.
import type { z } from 'zod'
import type { App } from '../../app/context.ts'
import type { Input, OfficeEndpoint } from '../../contract/endpoint.ts'
import type { Visitor } from '../../app/people/sign-in/sign-in.ts'

/**
 * A request of a browser without a session, whose account may be at another installation behind the same host name
 * (docs/decisions/049-sign-in-asks-every-installation.md).
 */
export interface Visit<I, R> {
  /** Answers at one installation. The result is plain JSON. */
  here: (app: App, input: I, visitor: Visitor) => Promise<R>
  /** Checks the result of another installation, which may have another version. */
  result: z.ZodType<R>
  /**
   * A function returns the token in the input that shows the installation. `EVERY`: all installations are asked.
   */
  at: 'EVERY' | ((input: I) => string)
  /**
   * Combines the results of the installations that succeeded. `isComplete`: all did. Undefined if the request fails,
   * because the installations without a result matter. Needed for `EVERY`.
   */
  combine?: (results: readonly R[], isComplete: boolean) => R | undefined
  /** Undoes a result that the browser does not get. */
  undo?: (app: App, result: R) => Promise<void>
}

/** Answers a visit at this installation for another one. */
export type AnswerHere = (app: App, input: Input<OfficeEndpoint>, visitor: Visitor) => Promise<unknown>
