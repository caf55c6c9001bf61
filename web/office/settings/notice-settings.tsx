// Messages to customers and drivers: which are sent and with which text, quiet hours, channels, and prices.
import { useState } from 'react'
import { MAX_MESSAGE_CHARACTERS, MAX_SUBJECT_CHARACTERS, type SettingsOut } from '../../../src/contract/settings.ts'
import {
  isNotice,
  MESSAGE_KINDS,
  type MessageKind,
  NOTICE_KINDS,
  type NoticeKind,
  ONLY_NOW,
} from '../../../src/domain/messages/message.ts'
import {
  fillPlaceholders,
  messageTextFault,
  orderValues,
  placeholdersOf,
  SUBJECT_PLACEHOLDERS,
  subjectFault,
} from '../../../src/domain/messages/message-text.ts'
import { customerWords } from '../../../src/domain/customer-words/of-language.ts'
import { LINK_TEXTS } from '../../../src/domain/driver-words/link-texts.ts'
import type { CustomerWords } from '../../../src/domain/customer-words/words.ts'
import { timeOfDayInWords } from '../../../src/domain/time-words.ts'
import { textLength } from '../../../src/domain/messages/text-length.ts'
import { Check, Field, TextField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { currentFormats } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import style from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { inWords, words } from '../../words/locale.ts'

const textName = (kind: MessageKind): string => `message_texts.${kind}`
const subjectName = (kind: NoticeKind): string => `mail_subjects.${kind}`

export const NoticeSettings = ({ settings }: { settings: SettingsOut }) => (
  <SettingsForm
    part="notices"
    settings={settings}
    fields={{
      notices: 'all',
      text_price: 'number',
      text_currency: 'text',
    }}
    values={{
      ...Object.fromEntries(MESSAGE_KINDS.map((kind) => [textName(kind), settings.message_texts[kind]])),
      ...Object.fromEntries(NOTICE_KINDS.map((kind) => [subjectName(kind), settings.mail_subjects[kind]])),
      both_channels: settings.notice_channels === 'BOTH',
      quiet: settings.quiet_hours !== null,
      quiet_start: settings.quiet_hours?.start ?? '20:00',
      quiet_end: settings.quiet_hours?.end ?? '08:00',
    }}
    body={(sent) => ({
      message_texts: ownTexts(MESSAGE_KINDS, (kind) => sent.orNull(textName(kind))),
      mail_subjects: ownTexts(NOTICE_KINDS, (kind) => sent.orNull(subjectName(kind))),
      notice_channels: sent.isOn('both_channels') ? 'BOTH' : 'ONE',
      quiet_hours: sent.isOn('quiet') ? { start: sent.text('quiet_start'), end: sent.text('quiet_end') } : null,
    })}
  >
    <fieldset className={style.group}>
      <legend>{words.settings.quietHours}</legend>
      <Check name="quiet">{words.settings.quiet}</Check>
      <div className={page.pair}>
        <Field label={words.common.from} name="quiet_start" type="time" faultName="quiet_hours.start" />
        <Field
          label={words.settings.untilTime}
          name="quiet_end"
          type="time"
          faultName="quiet_hours.end"
          hint={words.settings.quietHint}
        />
      </div>
    </fieldset>
    <fieldset className={style.group}>
      <legend>{words.settings.channels}</legend>
      <p className={page.soft}>{words.settings.channelsHint}</p>
      <Check name="both_channels">{words.settings.bothChannels}</Check>
    </fieldset>
    <fieldset className={style.group}>
      <legend>{words.settings.priceOfTexts}</legend>
      <p className={page.soft}>{providerInWords(settings.text_provider)}</p>
      <div className={page.pair}>
        <Field
          label={words.settings.pricePerSegment}
          name="text_price"
          inputMode="decimal"
          hint={words.settings.priceHint}
        />
        <Field label={words.settings.currency} name="text_currency" maxLength={3} hint={words.settings.currencyHint} />
      </div>
    </fieldset>
    {MESSAGE_KINDS.toSorted((a, b) => Number(isNotice(b)) - Number(isNotice(a))).map((kind) => (
      <Notice key={kind} kind={kind} settings={settings} />
    ))}
  </SettingsForm>
)

const PROVIDERS: Record<string, string> = {
  twilio: 'Twilio',
  vonage: 'Vonage',
  sns: 'Amazon SNS',
  whatsapp: 'WhatsApp',
}

const providerInWords = (provider: string | null): string =>
  provider === null
    ? words.settings.noProvider
    : words.settings.sentBy(provider === 'http' ? words.settings.ownGateway : (PROVIDERS[provider] ?? provider))

/** The business's own texts keyed by kind, without kinds that use the default text. */
const ownTexts = <Kind extends MessageKind>(kinds: readonly Kind[], read: (kind: Kind) => string | null) =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const own = read(kind)
      return own === null ? [] : [[kind, own]]
    }),
  )

function Notice({ kind, settings }: { kind: MessageKind; settings: SettingsOut }) {
  const [typed, setTyped] = useState(useFormField(textName(kind)).texts?.[0] ?? '')
  const fault = typed.trim() ? messageTextFault(kind, typed) : null
  const toDriver = !isNotice(kind)
  const business = toDriver ? settings.name : (settings.brand_name ?? settings.name)
  const inLanguage = customerWords(settings.customer_language, { formats: currentFormats() })
  const usual = toDriver ? LINK_TEXTS[kind][settings.customer_language] : inLanguage.messages[kind]
  const preview = (token: string) => previewOf(typed.trim() || usual, business, token, toDriver ? null : inLanguage)
  const { characters, segments, wide } = textLength(preview(LINK_TOKEN))
  return (
    <fieldset className={style.group}>
      <legend>{words.messages.titles[kind]}</legend>
      {toDriver ? null : (
        <Check name="notices" value={kind}>
          {ONLY_NOW.includes(kind) ? words.settings.sendNotInQuiet : words.settings.sendThis}
        </Check>
      )}
      <TextField
        label={words.settings.textOf(words.messages.titles[kind])}
        name={textName(kind)}
        rows={2}
        maxLength={MAX_MESSAGE_CHARACTERS}
        placeholder={usual}
        lang={settings.customer_language}
        onChange={(event) => setTyped(event.target.value)}
        fault={fault ? words.settings.itFault(inWords(fault)) : undefined}
        hint={words.settings.placeholders(inBraces(placeholdersOf(kind)))}
      />
      <figure className={style.message} aria-label={words.settings.previewOf(words.messages.titles[kind])}>
        <span lang={settings.customer_language}>{preview('…')}</span>
        <figcaption className={page.soft}>
          {words.settings.length(characters, segments)}
          {wide ? `. ${words.settings.wide(wide)}` : null}
        </figcaption>
      </figure>
      {isNotice(kind) ? (
        <Subject kind={kind} business={business} inLanguage={inLanguage} lang={settings.customer_language} />
      ) : null}
    </fieldset>
  )
}

/** Fields of the mail subject, with a preview. */
interface SubjectProps {
  kind: NoticeKind
  business: string
  inLanguage: CustomerWords
  lang: SettingsOut['customer_language']
}

function Subject({ kind, business, inLanguage, lang }: SubjectProps) {
  const [typed, setTyped] = useState(useFormField(subjectName(kind)).texts?.[0] ?? '')
  const fault = typed.trim() ? subjectFault(typed) : null
  return (
    <>
      <Field
        label={words.settings.subjectOf(words.messages.titles[kind])}
        name={subjectName(kind)}
        maxLength={MAX_SUBJECT_CHARACTERS}
        placeholder={inLanguage.subjects[kind]}
        lang={lang}
        onChange={(event) => setTyped(event.target.value)}
        fault={fault ? words.settings.itFault(inWords(fault)) : undefined}
        hint={words.settings.placeholders(inBraces(SUBJECT_PLACEHOLDERS))}
      />
      <figure className={style.message} aria-label={words.settings.subjectAsSent(words.messages.titles[kind])}>
        <span lang={lang}>
          {fillPlaceholders(typed.trim() || inLanguage.subjects[kind], { ...sampleIn(inLanguage), business })}
        </span>
      </figure>
    </>
  )
}

const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ')

/** Sample order for the preview. */
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

/** Placeholder with the length of a link token. */
const LINK_TOKEN = 'x'.repeat(43)

/** Fills the placeholders of a message with sample data. `inLanguage` is null for a message to a driver. */
const previewOf = (content: string, business: string, token: string, inLanguage: CustomerWords | null): string => {
  const text = fillPlaceholders(content, {
    ...(inLanguage && sampleIn(inLanguage)),
    business,
    route: 'North',
    tracking_link: `${window.location.origin}/t/${token}`,
    photo_link: `${window.location.origin}/t/${token}/photo`,
    driver_link: `${window.location.origin}/d/${token}`,
    home_link: `${window.location.origin}/d/home/${token}`,
  })
  return inLanguage ? `${text} ${inLanguage.replyStop}` : text
}
