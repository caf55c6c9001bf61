// A message as its recipient reads it, with a sample order.
import type { SettingsOut } from '../../../src/contract/settings.ts'
import type { CustomerWords } from '../../../src/domain/customer-words/words.ts'
import { customerWords } from '../../../src/domain/customer-words/of-language.ts'
import { LINK_TEXTS } from '../../../src/domain/driver-words/link-texts.ts'
import { isNotice, type MessageKind, type NoticeKind } from '../../../src/domain/messages/message.ts'
import { fillPlaceholders, orderValues } from '../../../src/domain/messages/message-text.ts'
import { timeOfDayInWords } from '../../../src/domain/time-words.ts'
import { currentFormats } from '../../ui/format.ts'

const customerWordsOf = (settings: SettingsOut): CustomerWords =>
  customerWords(settings.customer_language, { formats: currentFormats() })

/** Name of the business as the recipient knows it. */
const senderOf = (kind: MessageKind, settings: SettingsOut): string =>
  isNotice(kind) ? (settings.brand_name ?? settings.name) : settings.name

export const defaultText = (kind: MessageKind, settings: SettingsOut): string =>
  isNotice(kind) ? customerWordsOf(settings).messages[kind] : LINK_TEXTS[kind][settings.customer_language]

export const defaultSubject = (kind: NoticeKind, settings: SettingsOut): string =>
  customerWordsOf(settings).subjects[kind]

/** Fills the placeholders of a message. `token` stands for the secret part of its link. */
export function messagePreview(kind: MessageKind, content: string, token: string, settings: SettingsOut): string {
  const inWords = isNotice(kind) ? customerWordsOf(settings) : null
  const text = fillPlaceholders(content, {
    ...(inWords && sampleIn(inWords)),
    business: senderOf(kind, settings),
    route: 'North',
    tracking_link: `${window.location.origin}/t/${token}`,
    photo_link: `${window.location.origin}/t/${token}/photo`,
    driver_link: `${window.location.origin}/d/${token}`,
    home_link: `${window.location.origin}/d/home/${token}`,
  })
  return inWords ? `${text} ${inWords.replyStop}` : text
}

export function subjectPreview(kind: NoticeKind, content: string, settings: SettingsOut): string {
  return fillPlaceholders(content, { ...sampleIn(customerWordsOf(settings)), business: senderOf(kind, settings) })
}

const sampleIn = (inWords: CustomerWords) =>
  orderValues(
    {
      externalRef: 'A-1042',
      items: [
        { name: 'Box of apples', quantity: 2 },
        { name: 'Milk', quantity: 1 },
      ],
      day: new Date().toISOString().slice(0, 10),
      windowStart: '14:00',
      windowEnd: '18:00',
    },
    inWords.between(timeOfDayInWords('14:10', inWords), timeOfDayInWords('14:40', inWords)),
    inWords,
  )
