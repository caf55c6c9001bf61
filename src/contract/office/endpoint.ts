// An endpoint of the office as one literal: who may call it and what it takes. http/office binds it.
import type { z } from 'zod'
import type { UserRole } from '../../domain/users/user.ts'

export interface OfficeEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /office/api, parameters in braces. */
  path: string
  /** The least role that may call it; null for whoever is not signed in. */
  role: UserRole | null
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is a file as it is, application/octet-stream. */
  file?: boolean
  /** The member of the body that is GeoJSON: read off the event loop, it becomes the areas in it. */
  areasIn?: string
  /** Of its body at most; else MAX_UNKNOWN_BODY_BYTES or MAX_OFFICE_BODY_BYTES, by its role. */
  maxBytes?: number
}

/** Keeps the literal's own types while checking that it is an endpoint. */
export const officeEndpoint = <const E extends OfficeEndpoint>(literal: E): E => literal
