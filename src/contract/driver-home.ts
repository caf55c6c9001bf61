// What the driver's own page sends.
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { oneOf } from './fields.ts'
import { linkEndpoint } from './link-endpoint.ts'

const LanguageForm = z.object({
  language: z
    .array(z.string())
    .default([])
    .transform(([first]) => first)
    .pipe(oneOf(LANGUAGES)),
})

export const sendLanguage = linkEndpoint({
  method: 'POST',
  path: '/d/home/{token}/language',
  limit: 'home_changes',
  form: true,
  maxBytes: 1_024,
  body: LanguageForm,
  reply: 'PAGE',
})
