// Consent to messages: that of the order, else the default of the business.

export interface Contact {
  customerPhone: string | null
  customerEmail: string | null
  smsConsent: boolean | null
  emailConsent: boolean | null
}

export type Channel = { channel: 'SMS' | 'EMAIL'; recipient: string }

/** Returns the channels that are open to this customer, preferred channel first. */
export function openChannels(contact: Contact, consentByDefault: boolean): Channel[] {
  const channels: Channel[] = []
  if (contact.customerPhone && (contact.smsConsent ?? consentByDefault))
    channels.push({ channel: 'SMS', recipient: contact.customerPhone })
  if (contact.customerEmail && (contact.emailConsent ?? consentByDefault))
    channels.push({ channel: 'EMAIL', recipient: contact.customerEmail })
  return channels
}
