// Settings of the pages and messages for customers: name, color, logo and phone number, with a preview.
import { useState } from 'react'
import { MAX_CHOOSE_WINDOWS, MAX_DAYS_AHEAD, type SettingsOut } from '../../../src/contract/settings.ts'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { customerWords } from '../../../src/domain/customer-words/of-language.ts'
import type { CustomerWords } from '../../../src/domain/customer-words/words.ts'
import { timeRangeParts } from '../../../src/domain/time-words.ts'
import { ACCENT_PATTERN, accentShades, type Shade } from '../../../src/domain/settings/accent.ts'
import { call } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { resultMessage } from '../../api/result-message.ts'
import { currentFormats } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import page from '../../ui/page.module.css'
import { useRoleReason } from '../session.tsx'
import { Fields, Section, SwitchLine, Wide } from './section.tsx'
import style from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { words } from '../../words/locale.ts'

/** Color of a business that has not chosen one. */
const DEFAULT_COLOR = '#1559c0'

export const CustomerSettings = ({ settings }: { settings: SettingsOut }) => (
  <>
    <SettingsForm
      part="customers"
      settings={settings}
      fields={{
        brand_name: 'orNull',
        accent_color: 'orNull',
        contact_phone: 'orNull',
        contact_email: 'orNull',
        share_proof: 'isOn',
        ask_rating: 'isOn',
        show_items: 'isOn',
        customer_language: 'text',
        choose_days_ahead: 'number',
        choose_until: 'text',
        sms_consent_default: 'isOn',
      }}
      values={{
        choose_windows: settings.choose_windows.map(({ start, end }) => `${start}-${end}`).join('\n'),
      }}
      body={(sent) => ({
        choose_windows: windowsIn(sent.text('choose_windows')),
      })}
    >
      <Section {...words.settings.sections.brand}>
        <BrandFields settings={settings} />
      </Section>
      <Section {...words.settings.sections.page}>
        <Fields>
          <SelectField
            label={words.settings.customerLanguage}
            name="customer_language"
            hint={words.settings.customerLanguageHint}
            options={LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language], language])}
          />
        </Fields>
        <SwitchLine name="share_proof" title={words.settings.shareProof} />
        <SwitchLine name="show_items" title={words.settings.showItems} />
        <SwitchLine name="ask_rating" title={words.settings.askRating} />
      </Section>
      <Section {...words.settings.sections.customers}>
        <SwitchLine name="sms_consent_default" title={words.settings.consent} />
      </Section>
      <RescheduleFields />
    </SettingsForm>
    <Logo settings={settings} />
  </>
)

/** Customers may choose another day for a delivery that failed or isn't dispatched yet. */
const RescheduleFields = () => (
  <Section title={words.settings.anotherDay} reason={words.settings.anotherDayLead}>
    <Fields>
      <Field
        label={words.settings.daysAhead}
        name="choose_days_ahead"
        type="number"
        min={0}
        max={MAX_DAYS_AHEAD}
        hint={words.settings.daysAheadHint}
      />
      <Field label={words.settings.until} name="choose_until" type="time" />
      <Wide>
        <TextField
          label={words.settings.timesToChoose}
          name="choose_windows"
          faultName={WINDOW_FAULTS}
          rows={3}
          hint={words.settings.timesToChooseHint}
        />
      </Wide>
    </Fields>
  </Section>
)

const WINDOW_FAULTS = [
  'choose_windows',
  ...Array.from({ length: MAX_CHOOSE_WINDOWS }, (_, i) => [
    `choose_windows.${i}`,
    `choose_windows.${i}.start`,
    `choose_windows.${i}.end`,
  ]).flat(),
]

const windowsIn = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [start = '', end = ''] = line.split(/[-–]/).map((time) => time.trim())
    return line.trim() ? [{ start, end }] : []
  })

function BrandFields({ settings }: { settings: SettingsOut }) {
  const [name, setName] = useState(useFormField('brand_name').texts?.[0] ?? '')
  const [color, setColor] = useState(useFormField('accent_color').texts?.[0] ?? '')
  const [phone, setPhone] = useState(useFormField('contact_phone').texts?.[0] ?? '')
  const picked = color.toLowerCase()
  const shades = accentShades(ACCENT_PATTERN.test(picked) ? picked : DEFAULT_COLOR)
  const altered = ACCENT_PATTERN.test(picked) && (shades.light.accent !== picked || shades.dark.accent !== picked)
  const inWords = customerWords(settings.customer_language, { formats: currentFormats() })
  const preview = {
    name: name.trim() || settings.name,
    phone,
    logo: settings.logo_path,
    inWords,
    lang: settings.customer_language,
  }
  return (
    <Fields>
      <Field
        label={words.settings.brandName}
        name="brand_name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint={words.settings.brandNameHint(settings.name)}
      />
      <div className={style.color}>
        <Field
          label={words.settings.accentColor}
          name="accent_color"
          value={color}
          onChange={(event) => setColor(event.target.value)}
          hint={altered ? words.settings.accentAltered : words.settings.accentHint}
        />
        <input
          type="color"
          aria-label={words.settings.pickAccent}
          value={ACCENT_PATTERN.test(picked) ? picked : DEFAULT_COLOR}
          onChange={(event) => setColor(event.target.value)}
        />
      </div>
      <Field
        label={words.settings.contactPhone}
        name="contact_phone"
        type="tel"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Field label={words.settings.contactEmail} name="contact_email" type="email" />
      <Preview title={words.settings.previewLight} look={style.light} shade={shades.light} {...preview} />
      <Preview title={words.settings.previewDark} look={style.dark} shade={shades.dark} {...preview} />
    </Fields>
  )
}

interface PreviewProps {
  title: string
  look: string | undefined
  shade: Shade
  name: string
  phone: string
  logo: string | null
  /** Texts in the customers' language. */
  inWords: CustomerWords
  lang: Language
}

const exampleRange = (inWords: CustomerWords): string =>
  timeRangeParts(new Date('1970-01-01T14:10:00Z'), new Date('1970-01-01T14:40:00Z'), 'UTC', inWords)
    .map(({ text }) => text)
    .join('')

const Preview = ({ title, look, shade, name, phone, logo, inWords, lang }: PreviewProps) => (
  <figure aria-label={title} lang={lang} className={[style.preview, look].filter(Boolean).join(' ')}>
    {logo ? <img src={logo} alt={words.settings.logoOf(name)} /> : null}
    <p>
      {inWords.page.deliveryFrom} {name}
    </p>
    <p className={style.headline}>
      {inWords.page.arriving(inWords.page.today)} {exampleRange(inWords)}
    </p>
    <p>
      <span className={style.pill} style={{ background: shade.accent, color: shade.onAccent }}>
        {inWords.page.steps.OUT_FOR_DELIVERY}
      </span>
    </p>
    <p style={{ color: shade.accent }}>{phone || inWords.page.contactUs}</p>
  </figure>
)

function Logo({ settings }: { settings: SettingsOut }) {
  const role = useRoleReason('changeSettings')
  const again = useInvalidate()
  const [said, setSaid] = useState('')
  const act = async (work: Promise<unknown>, done: string): Promise<void> => {
    setSaid(
      await resultMessage(work, done, ({ faults, message }) => {
        const fault = faults.get('logo')
        return fault ? words.settings.pictureFault(lowerFirst(fault)) : message
      }),
    )
    await again('GET /settings')
  }
  const choose = (file: File | undefined): void => {
    if (file) void act(call('POST /settings/logo', { file }), words.settings.logoSaved)
  }
  return (
    <Section title={words.settings.logo} reason={words.settings.logoHint}>
      <div className={style.inset}>
        {settings.logo_path ? (
          <img className={style.logo} src={settings.logo_path} alt={words.settings.currentLogo} />
        ) : (
          <p className={page.soft}>{words.settings.noLogo}</p>
        )}
        {role ? (
          <p className={page.soft}>{role}</p>
        ) : (
          <div className={page.actions}>
            <label>
              {words.settings.picture}{' '}
              <input
                type="file"
                accept="image/png,image/jpeg,image/webp"
                onChange={(event) => choose(event.target.files?.[0])}
              />
            </label>
            <Button
              reason={settings.logo_path ? null : words.settings.noLogoToRemove}
              onClick={() => void act(call('DELETE /settings/logo'), words.settings.logoRemoved)}
            >
              {words.settings.removeLogo}
            </Button>
          </div>
        )}
        <p role="status">{said}</p>
      </div>
    </Section>
  )
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
