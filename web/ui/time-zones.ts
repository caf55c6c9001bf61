// List of time zones for a select.

const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** The browser's time zone, then those of the United States, then all others. */
export const TIME_ZONES = [
  ...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, ...US_ZONES, ...Intl.supportedValuesOf('timeZone')]),
]
