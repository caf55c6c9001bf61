// Sends texts as WhatsApp messages with its Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api). People
// who have not just written may receive only templates that Meta has approved. The text is the only parameter of such a
// template.
import type { Sms } from '../../app/ports/messages.ts'
import { askProvider, objectOf, textOr } from './ask-provider.ts'
import type { TextAccount } from './text-account.ts'

export interface WhatsAppAccount extends TextAccount {
  /**
   * Name of the template.
   * `language`: language in which it was approved.
   */
  template: string
  language: string
}

/** Opens WhatsApp. `account` is the ID of the phone number that sends the messages. */
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
          // A message costs one unit, however long it is.
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

/** Replaces white space, because a parameter may not contain line breaks, tabs or several spaces in a row. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
