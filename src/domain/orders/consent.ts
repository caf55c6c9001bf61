// Consent to messages: that of the order, else the default of the business.

export interface Contact {
  customerPhone: string | null
  customerEmail: string | null
  smsConsent: boolean | null
  emailConsent: boolean | null
}

export type Channel = { channel: 'SMS' | 'EMAIL'; recipient: string }

/** Returns the number for texts to the customer. Null without a number or the customer's consent. */
export const numberToText = (
  { customerPhone, smsConsent }: Pick<Contact, 'customerPhone' | 'smsConsent'>,
  consentByDefault: boolean,
): string | null => ((smsConsent ?? consentByDefault) ? customerPhone : null)

/** Returns the channels that are open to this customer, preferred channel first. */
export function openChannels(contact: Contact, consentByDefault: boolean): Channel[] {
  const channels: Channel[] = []
  const number = numberToText(contact, consentByDefault)
  if (number) channels.push({ channel: 'SMS', recipient: number })
  if (contact.customerEmail && (contact.emailConsent ?? consentByDefault))
    channels.push({ channel: 'EMAIL', recipient: contact.customerEmail })
  return channels
}
