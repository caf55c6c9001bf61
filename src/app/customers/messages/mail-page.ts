// An email as a page: the time first, then the text, the link and what the order is. Mail programs drop style sheets,
// scripts and often images, so the elements have their styles, tables make the columns, and no fact is only in an image.
// The style sheet only adds a dark mode and smaller figures on a phone.
import type { Language } from '../../../domain/customer-words/language.ts'
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import type { CustomerWords } from '../../../domain/customer-words/words.ts'
import { type Html, html } from '../../../domain/html.ts'
import { accentShades } from '../../../domain/settings/accent.ts'
import type { MessageSender } from '../../../store/messages/messages.ts'
import type { Links, MailFacts } from './message-words.ts'

/** Default accent color of businesses that have not chosen one. */
const OUR_ACCENT = '#1559c0'

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = 'color:#15181c'
const SOFT = 'color:#4e5661'
const LINE = 'border-top:1px solid #dfe2e7'
const TABLE = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`

interface MailContent extends MailFacts {
  title: string
  /** Body with its links. */
  text: string
  links: Links
  language: Language
  business: MessageSender
  logoUrl: string | null
}

export function mailPage({ title, text, links, language, business, logoUrl, hero, rows }: MailContent): Html {
  const words = CUSTOMER_WORDS[language]
  const shades = accentShades(business.accentColor ?? OUR_ACCENT)
  const { accent, onAccent } = shades.light
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>
@media (prefers-color-scheme: dark) {
  .back { background: #101317 !important }
  .card { background: #1a1e24 !important }
  .ink { color: #f1f3f5 !important }
  .soft { color: #b0b8c2 !important }
  .accent { color: ${shades.dark.accent} !important }
  .line { border-color: #333a43 !important }
}
@media (max-width: 480px) { .time { font-size: 30px !important; line-height: 36px !important } }
</style></head>
<body class="back" style="margin:0;padding:0;background:#f4f5f6">
<table ${TABLE} class="back" width="100%" style="background:#f4f5f6"><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="560" style="width:100%;max-width:560px;font-family:${FONT}">
<tr><td style="padding:18px 24px;border-radius:16px 16px 0 0;background:${accent};${LARGE};color:${onAccent};font-weight:bold">${
    logoUrl
      ? html`<img src="${logoUrl}" height="40" alt="" style="vertical-align:middle;border:0;border-radius:10px"> `
      : null
  }${business.name}</td></tr>
<tr><td class="card" style="padding:24px;background:#ffffff">
${heading(title, hero, accent)}
<p class="ink" style="margin:0 0 20px;${INK};${LARGE};white-space:pre-line">${withLinks(text, links, accent, words)}</p>
${
  links.tracking
    ? html`<table ${TABLE} width="100%"><tr><td align="center" bgcolor="${accent}" style="border-radius:12px;background:${accent}"><a href="${links.tracking}" style="display:block;padding:16px 24px;color:${onAccent};${LARGE};font-weight:bold;text-decoration:none">${words.mail.follow}</a></td></tr></table>`
    : null
}
${rows.length > 0 ? html`<table ${TABLE} width="100%" style="margin-top:20px">${rows.map(rowOf)}</table>` : null}
</td></tr>
<tr><td class="card line" style="padding:16px 24px 20px;${LINE};border-radius:0 0 16px 16px;background:#ffffff">${contactLine(business, accent, words)}</td></tr>
${
  links.tracking
    ? html`<tr><td class="soft" align="center" style="padding:16px 24px 0;${SOFT};font-size:13px;line-height:20px">${words.mail.why} <a class="soft" href="${links.tracking}" style="${SOFT}">${words.mail.choose}</a></td></tr>`
    : null
}
</table>
</td></tr></table>
</body>
</html>
`
}

const LARGE = 'font-size:17px;line-height:26px'

/** The title, and the time in large figures if the message is about one. */
const heading = (title: string, hero: MailFacts['hero'], accent: string): Html =>
  hero
    ? html`<h1 class="accent" style="margin:0;color:${accent};font-size:16px;line-height:24px">${title}</h1>
<p class="ink time" style="margin:2px 0 4px;${INK};font-size:36px;line-height:44px;font-weight:bold">${hero.time}</p>
<p class="soft" style="margin:0 0 16px;${SOFT};font-size:15px;line-height:22px">${hero.note}</p>`
    : html`<h1 class="ink" style="margin:0 0 16px;${INK};font-size:24px;line-height:32px">${title}</h1>`

const rowOf = ({ name, value }: MailFacts['rows'][number]): Html =>
  html`<tr><td class="soft line" width="110" valign="top" style="padding:12px 12px 12px 0;${LINE};${SOFT};font-size:15px;line-height:22px">${name}</td><td class="ink line" style="padding:12px 0;${LINE};${INK};font-size:15px;line-height:22px">${value}</td></tr>`

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
      ...(i > 0 ? [html`<a class="accent" href="${url}" style="color:${accent}">${words}</a>`] : []),
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
  return html`<p class="soft" style="margin:0;${SOFT};font-size:15px;line-height:24px">${mail.questions} ${contactPhone ? mail.call(contactPhone) : null}${contactPhone && contactEmail ? ' ' : null}${
    contactEmail
      ? html`${reply} (<a class="accent" href="mailto:${contactEmail}" style="color:${accent}">${contactEmail}</a>)`
      : null
  }.</p>`
}
