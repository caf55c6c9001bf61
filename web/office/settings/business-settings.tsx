// Settings of the business: name, time zone, language, units, formats, undo window, service time and on-time goal.
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import { PHONE_REGIONS } from '../../../src/domain/settings/phone-region.ts'
import { OFFICE_LANGUAGES } from '../../../src/domain/users/office-language.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { locale, words } from '../../words/locale.ts'
import { TIME_ZONES } from '../../ui/time-zones.ts'
import { useRefreshSession } from '../session.tsx'
import { Fields, Section } from './section.tsx'
import { SettingsForm } from './settings-form.tsx'

const regionsByName = (): [region: string, name: string][] => {
  const names = new Intl.DisplayNames(locale(), { type: 'region' })
  return PHONE_REGIONS.map((region): [string, string] => [region, names.of(region) ?? region]).sort(([, a], [, b]) =>
    a.localeCompare(b, locale()),
  )
}

export function BusinessSettings({ settings }: { settings: SettingsOut }) {
  const refresh = useRefreshSession()
  return (
    <SettingsForm
      part="business"
      settings={settings}
      onSaved={refresh}
      fields={{
        name: 'text',
        time_zone: 'text',
        phone_region: 'orNull',
        office_language: 'orNull',
        units: 'text',
        clock: 'text',
        date_format: 'text',
        undo_window_seconds: 'number',
        service_minutes: 'number',
        on_time_goal: 'number',
      }}
    >
      <Section {...words.settings.sections.business}>
        <Fields>
          <Field label={words.settings.businessName} name="name" />
          <SelectField
            label={words.settings.timeZone}
            name="time_zone"
            hint={words.settings.timeZoneHint}
            options={[...new Set([settings.time_zone, ...TIME_ZONES])].map((zone) => [zone, zone])}
          />
          <SelectField
            label={words.settings.phoneRegion}
            name="phone_region"
            hint={words.settings.phoneRegionHint}
            none={words.settings.phoneRegionOfZone}
            options={regionsByName().map(([region, name]) => [region, name])}
          />
        </Fields>
      </Section>
      <Formats />
      <Section {...words.settings.sections.stops}>
        <Fields>
          <Field
            label={words.settings.serviceTime}
            name="service_minutes"
            inputMode="decimal"
            hint={words.settings.serviceTimeHint}
          />
          <Field
            label={words.settings.undoWindow}
            name="undo_window_seconds"
            inputMode="numeric"
            hint={words.settings.undoWindowHint}
          />
        </Fields>
      </Section>
      <Section {...words.settings.sections.goal}>
        <Fields>
          <Field
            label={words.settings.onTimeGoal}
            name="on_time_goal"
            inputMode="numeric"
            hint={words.settings.onTimeGoalHint}
          />
        </Fields>
      </Section>
    </SettingsForm>
  )
}

function Formats() {
  const year = new Date().getFullYear()
  return (
    <Section {...words.settings.sections.formats}>
      <Fields>
        <SelectField
          label={words.settings.officeLanguage}
          name="office_language"
          hint={words.settings.officeLanguageHint}
          none={words.settings.officeLanguageOfBrowser}
          options={OFFICE_LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one], one])}
        />
        <SelectField
          label={words.settings.units}
          name="units"
          hint={words.settings.unitsHint}
          options={[
            ['US', words.settings.unitsUs],
            ['METRIC', words.settings.unitsMetric],
            ['UK', words.settings.unitsUk],
          ]}
        />
        <SelectField
          label={words.settings.clock}
          name="clock"
          options={[
            ['H12', words.settings.clock12],
            ['H24', words.settings.clock24],
          ]}
        />
        <SelectField
          label={words.settings.dates}
          name="date_format"
          options={[
            ['MONTH_FIRST', words.settings.monthFirst(`12/31/${year}`)],
            ['DAY_FIRST', words.settings.dayFirst(`31/12/${year}`)],
            ['YEAR_FIRST', words.settings.yearFirst(`${year}-12-31`)],
          ]}
        />
      </Fields>
    </Section>
  )
}
