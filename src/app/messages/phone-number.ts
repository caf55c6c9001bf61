// Reads phone numbers as people write them: the only place that does.
import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isTimeZone } from '../calendar.ts'

/** Zones such as UTC are in no country. */
const DEFAULT_COUNTRY: CountryCode = 'US'

/**
 * In E.164 form, such as +12025550143; null for what can't be a phone number. A number without a country code belongs to
 * the country of the time zone; without a zone it can't be read.
 */
export function phoneNumber(written: string, timeZone: string | null): string | null {
  const number = parsePhoneNumberFromString(written, timeZone === null ? undefined : countryOf(timeZone))
  // Possible, not valid: numbering plans grow faster than their published lists. No text reaches an extension.
  return number?.isPossible() && !number.ext ? number.number : null
}

/** By time zone. Listed as the process starts: it takes a tenth of a second. */
const countries = new Map(
  getCountries().flatMap((region) =>
    (new Intl.Locale('und', { region }).getTimeZones() ?? []).map((zone) => [zone, region] as const),
  ),
)

export function countryOf(timeZone: string): CountryCode {
  const known = countries.get(timeZone)
  if (known) return known
  // A zone has other names too; the platform lists one of them.
  const country = countries.get(isTimeZone(timeZone) ? listedName(timeZone) : '') ?? DEFAULT_COUNTRY
  countries.set(timeZone, country)
  return country
}

const listedName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
