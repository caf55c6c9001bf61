// Opens the configured text provider.
import type { Sms } from '../../app/ports/messages.ts'
import { openWebhookPost } from '../webhooks/webhook-post.ts'
import { type HttpGateway, httpGateway } from './http-gateway.ts'
import { smsLog } from './message-log.ts'
import { sns } from './sns.ts'
import type { TextAccount } from './text-account.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'
import { type WhatsAppAccount, whatsApp } from './whatsapp.ts'

type Texts =
  | null
  | ({ kind: 'twilio' | 'vonage' } & TextAccount)
  | ({ kind: 'sns'; region: string } & TextAccount)
  | ({ kind: 'whatsapp' } & WhatsAppAccount)
  | ({ kind: 'http'; allowPrivate: boolean } & HttpGateway)

export function openTexts(texts: Texts): Sms {
  switch (texts?.kind) {
    case undefined:
      return smsLog
    case 'twilio':
      return twilio(texts)
    case 'vonage':
      return vonage(texts)
    case 'sns':
      return sns(texts)
    case 'whatsapp':
      return whatsApp(texts)
    case 'http':
      return httpGateway(texts, openWebhookPost({ allowPrivate: texts.allowPrivate }))
  }
}
