// Reads phone numbers as people write them: the only place that does.
import parsePhoneNumber, { type CountryCode, getCountries } from 'libphonenumber-js/min'

/** Zones such as UTC are in no country. */
const DEFAULT_COUNTRY: CountryCode = 'US'

/**
 * In E.164 form, such as +12025550143; null for what can't be a phone number. A number without a country code belongs to
 * the country of the time zone; without a zone it can't be read.
 */
export function phoneNumber(written: string, timeZone: string | null): string | null {
  const number = parsePhoneNumber(written, timeZone === null ? undefined : countryOf(timeZone))
  // Possible, not valid: numbering plans grow faster than their published lists. No text reaches an extension.
  return number?.isPossible() && !number.ext ? number.number : null
}

let countries: Map<string, CountryCode> | null = null

export function countryOf(timeZone: string): CountryCode {
  countries ??= new Map(
    getCountries().flatMap((country) =>
      (new Intl.Locale('und', { region: country }).getTimeZones() ?? []).map((zone) => [zone, country]),
    ),
  )
  // A zone has older names too; the map has the one that the platform uses.
  const { timeZone: zone } = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions()
  return countries.get(zone) ?? DEFAULT_COUNTRY
}
