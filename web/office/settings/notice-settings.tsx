// Messages to customers and drivers: which are sent and with which text, quiet hours, channels, and prices.
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { isNotice, MESSAGE_KINDS, type MessageKind, NOTICE_KINDS } from '../../../src/domain/messages/message.ts'
import { Field } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { MessageList, subjectName, textName } from './message-list.tsx'
import { Fields, Section, SwitchLine } from './section.tsx'
import { SettingsForm } from './settings-form.tsx'

const DRIVER_KINDS = MESSAGE_KINDS.filter((kind) => !isNotice(kind))

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
    <Section {...words.settings.sections.messages}>
      <MessageList kinds={NOTICE_KINDS} settings={settings} />
    </Section>
    <Section {...words.settings.sections.driverMessages}>
      <MessageList kinds={DRIVER_KINDS} settings={settings} />
    </Section>
    <Section title={words.settings.quietHours} reason={words.settings.quietHint}>
      <SwitchLine name="quiet" title={words.settings.quiet} />
      <Fields>
        <Field label={words.common.from} name="quiet_start" type="time" faultName="quiet_hours.start" />
        <Field label={words.settings.untilTime} name="quiet_end" type="time" faultName="quiet_hours.end" />
      </Fields>
    </Section>
    <Section title={words.settings.channels} reason={words.settings.channelsHint}>
      <SwitchLine name="both_channels" title={words.settings.bothChannels} />
    </Section>
    <Section
      title={words.settings.priceOfTexts}
      reason={settings.text_provider === null ? words.settings.noProvider : words.settings.priceHint}
    >
      <Fields>
        <Field label={words.settings.pricePerSegment} name="text_price" inputMode="decimal" />
        <Field label={words.settings.currency} name="text_currency" maxLength={3} hint={words.settings.currencyHint} />
      </Fields>
    </Section>
  </SettingsForm>
)

/** The business's own texts keyed by kind, without kinds that use the default text. */
const ownTexts = <Kind extends MessageKind>(kinds: readonly Kind[], read: (kind: Kind) => string | null) =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const own = read(kind)
      return own === null ? [] : [[kind, own]]
    }),
  )
