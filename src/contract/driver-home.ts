// What the driver's own page sends.
import { z } from 'zod'
import { LANGUAGES } from '../domain/customer-words/language.ts'
import { oneOf, text } from './fields.ts'
import { linkEndpoint } from './link-endpoint.ts'

const Base64url = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be base64url')

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

const endpoint = () => text(1, 1_024)

/** As the browser's `PushSubscription` says itself. */
const SubscriptionBody = z.object({
  endpoint: endpoint(),
  keys: z.object({ p256dh: Base64url, auth: Base64url }),
})

export const switchOnNotifications = linkEndpoint({
  method: 'POST',
  path: '/d/home/{token}/notifications',
  limit: 'home_changes',
  maxBytes: 4_096,
  body: SubscriptionBody,
  reply: z.null(),
})

export const switchOffNotifications = linkEndpoint({
  method: 'POST',
  path: '/d/home/{token}/notifications/off',
  limit: 'home_changes',
  maxBytes: 4_096,
  body: z.object({ endpoint: endpoint() }),
  reply: z.null(),
})
