// A message as a mail: a subject of its event, and beside the text the same with the business's brand.
import { accentShades } from '../../domain/settings/accent.ts'
import { type Html, html } from '../../domain/html.ts'
import { filledIn, MAIL_SUBJECTS } from '../../domain/messages/message-text.ts'
import type { ClaimedMessage, MessageSender } from '../../store/messages/messages.ts'
import type { App } from '../context.ts'
import type { Mail } from '../ports/messages.ts'
import type { Links } from './message-words.ts'

/** Where the business has no color of its own. */
const OUR_ACCENT = '#1559c0'

/** `text` has its links. */
export function mailOf(
  app: Pick<App, 'publicUrl'>,
  { kind, recipient, business }: ClaimedMessage,
  text: string,
  values: Readonly<Record<string, string>>,
  links: Links,
): Mail {
  const known = { ...values, business: business.name }
  const subject =
    kind === 'DRIVER_ROUTE'
      ? `Your route from ${business.name}`
      : filledIn(business.mailSubjects[kind] ?? MAIL_SUBJECTS[kind], known)
  return {
    to: recipient,
    subject,
    text,
    html: page(app, business, subject, text, links).html,
    fromName: business.name,
    replyTo: business.contactEmail,
    ...(links.tracking !== null && { unsubscribeUrl: links.tracking }),
  }
}

/** Styles stand in the elements: many mail programs drop all others. */
function page(app: Pick<App, 'publicUrl'>, business: MessageSender, title: string, text: string, links: Links): Html {
  const { accent, onAccent } = accentShades(business.accentColor ?? OUR_ACCENT).light
  const button = `display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:${onAccent};text-decoration:none;font-weight:bold`
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1a1d21;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${accent};border-radius:6px;padding:24px">
${
  business.logoFile
    ? html`<img src="${app.publicUrl}/brand/${business.logoFile}" alt="${business.name}" style="max-height:48px;max-width:200px">`
    : html`<p style="margin:0;font-weight:bold;color:${accent}">${business.name}</p>`
}
<h1 style="font-size:22px;line-height:1.3;margin:16px 0">${title}</h1>
<p style="margin:0 0 20px;white-space:pre-line">${linked(text, links, accent)}</p>
${links.tracking ? html`<p style="margin:0 0 20px"><a href="${links.tracking}" style="${button}">Follow your delivery</a></p>` : null}
${contact(business, accent)}
</div>
${
  links.tracking
    ? html`<p style="max-width:560px;margin:12px auto 0;font-size:13px;color:#5b626b">You get this mail because of your order. <a href="${links.tracking}" style="color:#5b626b">Choose what you are told</a>.</p>`
    : null
}
</body>
</html>
`
}

const LINK_WORDS: Record<string, string> = {
  tracking_link: 'your delivery’s page',
  photo_link: 'the photo',
  driver_link: 'your route',
}

/** The text with words in place of its long links. */
function linked(text: string, { values }: Links, accent: string): readonly Html[] {
  // The longest first: one link is the beginning of another.
  return cut(
    text,
    Object.entries(values).toSorted(([, a], [, b]) => b.length - a.length),
    accent,
  )
}

function cut(text: string, [link, ...others]: readonly (readonly [string, string])[], accent: string): readonly Html[] {
  if (!link) return [html`${text}`]
  const [name, url] = link
  return text
    .split(url)
    .flatMap((part, i) => [
      ...(i > 0 ? [html`<a href="${url}" style="color:${accent}">${LINK_WORDS[name] ?? url}</a>`] : []),
      ...cut(part, others, accent),
    ])
}

const contact = ({ contactPhone, contactEmail }: MessageSender, accent: string): Html | null =>
  contactPhone || contactEmail
    ? html`<p style="margin:0;color:#5b626b">Questions? ${contactPhone ? `Call ${contactPhone}` : null}${contactPhone && contactEmail ? ' or ' : null}${
        contactEmail
          ? html`${contactPhone ? 'reply to this mail' : 'Reply to this mail'} (<a href="mailto:${contactEmail}" style="color:${accent}">${contactEmail}</a>)`
          : null
      }.</p>`
    : null
