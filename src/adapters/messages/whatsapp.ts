// Texts as WhatsApp messages, by its Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api). To people who have
// not just written, only templates that Meta has approved may be sent: the text is the one parameter of such a template.
import type { Sms } from '../../app/ports/messages.ts'
import { askProvider, objectOf, textOr } from './ask-provider.ts'
import type { TextAccount } from './text-account.ts'

export interface WhatsAppAccount extends TextAccount {
  /** Its name, and the language it was approved in. */
  template: string
  language: string
}

/** `account` is the id of the phone number that messages come from. */
export const whatsApp = ({ url, account, token, from, template, language }: WhatsAppAccount): Sms => ({
  name: 'whatsapp',
  from,
  send: ({ to, text }) =>
    askProvider(
      'WhatsApp',
      (signal) =>
        fetch(`${url}/${encodeURIComponent(account)}/messages`, {
          method: 'POST',
          signal,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            messaging_product: 'whatsapp',
            recipient_type: 'individual',
            to: to.replace('+', ''),
            type: 'template',
            template: {
              name: template,
              language: { code: language },
              components: [{ type: 'body', parameters: [{ type: 'text', text: oneLine(text) }] }],
            },
          }),
        }),
      {
        sent: (body) => {
          const { messages } = objectOf(body)
          const [first] = Array.isArray(messages) ? (messages as Record<string, unknown>[]) : []
          // A message is charged as one, however long it is.
          return { kind: 'sent', providerId: textOr(first?.id), segments: 1 }
        },
        fault: (body) => {
          const { error } = objectOf(body)
          return textOr((error as { message?: unknown } | null | undefined)?.message)
        },
      },
    ),
  verifies: () => false,
})

/** A parameter may have no line breaks, tabs or runs of spaces. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
