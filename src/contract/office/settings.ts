// The logo of a business.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { changes } from '../settings.ts'

export const MAX_LOGO_BYTES = 2 * 1024 * 1024
export const putLogo = endpoint({
  ...changes,
  method: 'POST',
  path: '/settings/logo',
  file: true,
  maxBytes: MAX_LOGO_BYTES,
  reply: z.object({ logo_path: z.string().nullable() }),
  audit: ['logo.set'],
  office: {},
})
export const removeLogo = endpoint({
  ...changes,
  method: 'DELETE',
  path: '/settings/logo',
  reply: z.null(),
  audit: ['logo.removed'],
  office: {},
})
