// Whether and how a customer may be messaged: an order's own word, else the business's default.

export interface Contact {
  customerPhone: string | null
  customerEmail: string | null
  smsConsent: boolean | null
  emailConsent: boolean | null
}

export type Channel = { channel: 'SMS' | 'EMAIL'; recipient: string }

/** The channels that are open to this customer, the preferred one first. */
export function openChannels(contact: Contact, consentByDefault: boolean): Channel[] {
  const channels: Channel[] = []
  if (contact.customerPhone && (contact.smsConsent ?? consentByDefault))
    channels.push({ channel: 'SMS', recipient: contact.customerPhone })
  if (contact.customerEmail && (contact.emailConsent ?? consentByDefault))
    channels.push({ channel: 'EMAIL', recipient: contact.customerEmail })
  return channels
}
