// Makes an email from a message: a subject for its event, the text, and the same text in HTML with the business's
// brand.
import { accentShades } from '../../../domain/settings/accent.ts'
import { type Html, html } from '../../../domain/html.ts'
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import type { Language } from '../../../domain/customer-words/language.ts'
import type { CustomerWords } from '../../../domain/customer-words/words.ts'
import { fillPlaceholders } from '../../../domain/messages/message-text.ts'
import { isNotice, type NoticeKind } from '../../../domain/messages/message.ts'
import type { ClaimedMessage, MessageSender } from '../../../store/messages/messages.ts'
import type { App } from '../../context.ts'
import type { Mail } from '../../ports/messages.ts'
import { type Links, languageOf } from './message-words.ts'

/** Default accent color of businesses that have not chosen one. */
const OUR_ACCENT = '#1559c0'

/** `text` already contains its links. */
export function mailOf(
  app: Pick<App, 'publicUrl'>,
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
    html: mailPage(app, business, subject, text, links, language).html,
    fromName: business.name,
    replyTo: business.contactEmail,
    ...(links.tracking !== null && { unsubscribeUrl: links.tracking }),
  }
}

/** A business's own subjects are only in the business's language. */
const ownSubject = (business: MessageSender, kind: NoticeKind, language: Language): string | undefined =>
  language === business.language ? business.mailSubjects[kind] : undefined

/** Styles are inline, because many mail programs drop style sheets. */
function mailPage(
  app: Pick<App, 'publicUrl'>,
  business: MessageSender,
  title: string,
  text: string,
  links: Links,
  language: Language,
): Html {
  const words = CUSTOMER_WORDS[language]
  const { accent, onAccent } = accentShades(business.accentColor ?? OUR_ACCENT).light
  const button = `display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:${onAccent};text-decoration:none;font-weight:bold`
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1a1d21;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${accent};border-radius:6px;padding:24px">
${
  business.logoFile
    ? html`<img src="${app.publicUrl}/brand/${business.logoFile}" alt="${business.name}" style="max-height:48px;max-width:200px">`
    : html`<p style="margin:0;font-weight:bold;color:${accent}">${business.name}</p>`
}
<h1 style="font-size:22px;line-height:1.3;margin:16px 0">${title}</h1>
<p style="margin:0 0 20px;white-space:pre-line">${withLinks(text, links, accent, words)}</p>
${links.tracking ? html`<p style="margin:0 0 20px"><a href="${links.tracking}" style="${button}">${words.mail.follow}</a></p>` : null}
${contactLine(business, accent, words)}
</div>
${
  links.tracking
    ? html`<p style="max-width:560px;margin:12px auto 0;font-size:13px;color:#5b626b">${words.mail.why} <a href="${links.tracking}" style="color:#5b626b">${words.mail.choose}</a>.</p>`
    : null
}
</body>
</html>
`
}

const linkWords = ({ mail }: CustomerWords): Record<string, string> => ({
  tracking_link: mail.trackingLink,
  photo_link: mail.photoLink,
  driver_link: 'your route',
})

/** Replaces long links in the text with descriptive words. */
function withLinks(text: string, { values }: Links, accent: string, words: CustomerWords): readonly Html[] {
  const named = linkWords(words)
  const links = Object.entries(values).map(([name, url]) => ({ url, words: named[name] ?? url }))
  // Longest link first, because a shorter link can be a prefix of a longer one.
  return replaceLinks(
    text,
    links.toSorted((a, b) => b.url.length - a.url.length),
    accent,
  )
}

function replaceLinks(
  text: string,
  [link, ...others]: readonly { url: string; words: string }[],
  accent: string,
): readonly Html[] {
  if (!link) return [html`${text}`]
  const { url, words } = link
  return text
    .split(url)
    .flatMap((part, i) => [
      ...(i > 0 ? [html`<a href="${url}" style="color:${accent}">${words}</a>`] : []),
      ...replaceLinks(part, others, accent),
    ])
}

function contactLine(
  { contactPhone, contactEmail }: MessageSender,
  accent: string,
  { mail }: CustomerWords,
): Html | null {
  if (!contactPhone && !contactEmail) return null
  const reply = mail.reply(contactPhone ? 'call' : null)
  return html`<p style="margin:0;color:#5b626b">${mail.questions} ${contactPhone ? mail.call(contactPhone) : null}${contactPhone && contactEmail ? ' ' : null}${
    contactEmail ? html`${reply} (<a href="mailto:${contactEmail}" style="color:${accent}">${contactEmail}</a>)` : null
  }.</p>`
}
