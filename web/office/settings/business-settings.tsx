// The business itself: its name, its clock, and how its outcomes and stops are timed.
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import { PHONE_REGIONS } from '../../../src/domain/settings/phone-region.ts'
import { OFFICE_LANGUAGES } from '../../../src/domain/users/office-language.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { locale, words } from '../../words/locale.ts'
import page from '../../ui/page.module.css'
import { Rich } from '../../ui/rich.tsx'
import { TIME_ZONES } from '../../ui/time-zones.ts'
import { Link } from '../link.tsx'
import { useRefreshSession } from '../session.tsx'
import { SettingsForm } from './settings-form.tsx'

const regionsByName = (): [region: string, name: string][] => {
  const names = new Intl.DisplayNames(locale(), { type: 'region' })
  return PHONE_REGIONS.map((region): [string, string] => [region, names.of(region) ?? region]).sort(([, a], [, b]) =>
    a.localeCompare(b, locale()),
  )
}

export function BusinessSettings({ settings }: { settings: SettingsOut }) {
  const refresh = useRefreshSession()
  const year = new Date().getFullYear()
  return (
    <>
      <SettingsForm
        part="business"
        settings={settings}
        onSaved={refresh}
        values={{
          name: settings.name,
          time_zone: settings.time_zone,
          phone_region: settings.phone_region,
          office_language: settings.office_language,
          units: settings.units,
          clock: settings.clock,
          date_format: settings.date_format,
          undo_window_seconds: settings.undo_window_seconds,
          service_minutes: settings.service_minutes,
        }}
        body={(sent) => ({
          name: sent.text('name'),
          time_zone: sent.text('time_zone'),
          phone_region: sent.orNull('phone_region'),
          office_language: sent.orNull('office_language'),
          units: sent.text('units'),
          clock: sent.text('clock'),
          date_format: sent.text('date_format'),
          undo_window_seconds: sent.number('undo_window_seconds'),
          service_minutes: sent.number('service_minutes'),
        })}
      >
        <Field label={words.settings.businessName} name="name" />
        <SelectField label={words.settings.timeZone} name="time_zone" hint={words.settings.timeZoneHint}>
          {[...new Set([settings.time_zone, ...TIME_ZONES])].map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
        <SelectField label={words.settings.phoneRegion} name="phone_region" hint={words.settings.phoneRegionHint}>
          <option value="">{words.settings.phoneRegionOfZone}</option>
          {regionsByName().map(([region, name]) => (
            <option key={region} value={region}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.settings.officeLanguage}
          name="office_language"
          hint={words.settings.officeLanguageHint}
        >
          <option value="">{words.settings.officeLanguageOfBrowser}</option>
          {OFFICE_LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.settings.units} name="units" hint={words.settings.unitsHint}>
          <option value="US">{words.settings.unitsUs}</option>
          <option value="METRIC">{words.settings.unitsMetric}</option>
          <option value="UK">{words.settings.unitsUk}</option>
        </SelectField>
        <div className={page.pair}>
          <SelectField label={words.settings.clock} name="clock">
            <option value="H12">{words.settings.clock12}</option>
            <option value="H24">{words.settings.clock24}</option>
          </SelectField>
          <SelectField label={words.settings.dates} name="date_format">
            <option value="MONTH_FIRST">{words.settings.monthFirst(`12/31/${year}`)}</option>
            <option value="DAY_FIRST">{words.settings.dayFirst(`31/12/${year}`)}</option>
            <option value="YEAR_FIRST">{words.settings.yearFirst(`${year}-12-31`)}</option>
          </SelectField>
        </div>
        <div className={page.pair}>
          <Field
            label={words.settings.undoWindow}
            name="undo_window_seconds"
            inputMode="numeric"
            hint={words.settings.undoWindowHint}
          />
          <Field
            label={words.settings.serviceTime}
            name="service_minutes"
            inputMode="decimal"
            hint={words.settings.serviceTimeHint}
          />
        </div>
      </SettingsForm>
      <p className={page.soft}>
        <Rich
          text={words.settings.elsewhere}
          parts={{
            fleet: (inner) => <Link href="/fleet">{inner}</Link>,
            zones: (inner) => <Link href="/zones">{inner}</Link>,
          }}
        />
      </p>
    </>
  )
}
