// The business itself: its name, its clock, and how its outcomes and stops are timed.
import type { SettingsOut } from '../../../src/contract/office/settings.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import { OFFICE_LANGUAGES } from '../../../src/domain/users/office-language.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import page from '../../ui/page.module.css'
import { TIME_ZONES } from '../../ui/time-zones.ts'
import { Link } from '../link.tsx'
import { useRefreshSession } from '../session.tsx'
import { SettingsForm } from './settings-form.tsx'

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
          office_language: sent.orNull('office_language'),
          units: sent.text('units'),
          clock: sent.text('clock'),
          date_format: sent.text('date_format'),
          undo_window_seconds: sent.number('undo_window_seconds'),
          service_minutes: sent.number('service_minutes'),
        })}
      >
        <Field label="Business name" name="name" />
        <SelectField
          label="Time zone"
          name="time_zone"
          hint="Dates and time windows use this zone. Changing this shifts every time window; planned routes keep their times."
        >
          {[...new Set([settings.time_zone, ...TIME_ZONES])].map((zone) => (
            <option key={zone}>{zone}</option>
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
        <SelectField
          label="Units"
          name="units"
          hint="On every page and printout, also those of drivers and customers. The API stays as it is."
        >
          <option value="US">Pounds, miles, cubic feet</option>
          <option value="METRIC">Kilograms, kilometers, cubic meters</option>
          <option value="UK">Kilograms, miles, cubic meters</option>
        </SelectField>
        <div className={page.pair}>
          <SelectField label="Clock" name="clock">
            <option value="H12">12 hours: 2:30 PM</option>
            <option value="H24">24 hours: 14:30</option>
          </SelectField>
          <SelectField label="Dates" name="date_format">
            <option value="MONTH_FIRST">Month first: 12/31/{year}</option>
            <option value="DAY_FIRST">Day first: 31/12/{year}</option>
            <option value="YEAR_FIRST">Year first: {year}-12-31</option>
          </SelectField>
        </div>
        <div className={page.pair}>
          <Field
            label="Undo window, seconds"
            name="undo_window_seconds"
            inputMode="numeric"
            hint="0 to 900. Outcomes are shared after this delay"
          />
          <Field
            label="Service time per stop, minutes"
            name="service_minutes"
            inputMode="decimal"
            hint="Used when the order doesn’t set one"
          />
        </div>
      </SettingsForm>
      <p className={page.soft}>
        Depots, vehicles and drivers are under <Link href="/fleet">Fleet</Link>, delivery areas under{' '}
        <Link href="/zones">Zones</Link>.
      </p>
    </>
  )
}
