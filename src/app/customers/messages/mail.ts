// Makes an email from a message: a subject for its event, the text, and the same text as a page.
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import type { Language } from '../../../domain/customer-words/language.ts'
import { fillPlaceholders } from '../../../domain/messages/message-text.ts'
import { isNotice, type NoticeKind } from '../../../domain/messages/message.ts'
import type { ClaimedMessage, MessageSender } from '../../../store/messages/messages.ts'
import type { App } from '../../context.ts'
import type { Mail } from '../../ports/messages.ts'
import { mailPage } from './mail-page.ts'
import { type Links, languageOf, mailFacts } from './message-words.ts'

/** `text` already contains its links. */
export function mailOf(
  app: Pick<App, 'publicUrl' | 'clock'>,
  message: ClaimedMessage,
  text: string,
  values: Readonly<Record<string, string>>,
  links: Links,
): Mail {
  const { kind, recipient, business } = message
  const language = languageOf(message)
  const words = CUSTOMER_WORDS[language]
  const known = { ...values, business: business.name }
  const subject = isNotice(kind)
    ? fillPlaceholders(ownSubject(business, kind, language) ?? words.subjects[kind], known)
    : `Your route from ${business.name}`
  return {
    to: recipient,
    subject,
    text,
    html: mailPage({
      title: subject,
      text,
      links,
      language,
      business,
      logoUrl: business.logoFile && `${app.publicUrl}/brand/${business.logoFile}`,
      ...mailFacts(message, values, app.clock()),
    }).html,
    fromName: business.name,
    replyTo: business.contactEmail,
    ...(links.tracking !== null && { unsubscribeUrl: links.tracking }),
  }
}

/** A business's own subjects are only in the business's language. */
const ownSubject = (business: MessageSender, kind: NoticeKind, language: Language): string | undefined =>
  language === business.language ? business.mailSubjects[kind] : undefined
