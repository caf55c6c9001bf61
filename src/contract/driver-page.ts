// Requests of the driver page.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { oneOf, text } from './fields.ts'
import { endpoint } from './endpoint.ts'

const Base64url = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, faultText('must be base64url'))

const LanguageForm = z.object({
  language: z
    .array(z.string())
    .default([])
    .transform(([first]) => first)
    .pipe(oneOf(LANGUAGES)),
})

export const sendLanguage = endpoint({
  method: 'POST',
  path: '/d/home/{token}/language',
  form: true,
  maxBytes: 1_024,
  body: LanguageForm,
  reply: 'PAGE',
  link: {
    limit: 'home_changes',
  },
})

const pushEndpoint = () => text(1, 1_024)

/** The browser's `PushSubscription` as JSON. */
const SubscriptionBody = z.object({
  endpoint: pushEndpoint(),
  keys: z.object({ p256dh: Base64url, auth: Base64url }),
})

export const switchOnNotifications = endpoint({
  method: 'POST',
  path: '/d/home/{token}/notifications',
  maxBytes: 4_096,
  body: SubscriptionBody,
  reply: z.null(),
  link: {
    limit: 'home_changes',
  },
})

export const switchOffNotifications = endpoint({
  method: 'POST',
  path: '/d/home/{token}/notifications/off',
  maxBytes: 4_096,
  body: z.object({ endpoint: pushEndpoint() }),
  reply: z.null(),
  link: {
    limit: 'home_changes',
  },
})
