// Describes the browser of a session in a form that is the same in every language: "Firefox, Windows". Helps users to
// recognize their own sessions. No decision depends on it.

// The first match counts, because most browsers also name the browsers on which they are based.
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns the name of the browser and its system. Null if neither is known. */
export function browserIn(userAgent: string | undefined): string | null {
  const said = (userAgent ?? '').slice(0, 500)
  const nameIn = (names: typeof BROWSERS): string[] =>
    names
      .filter(([pattern]) => pattern.test(said))
      .map(([, name]) => name)
      .slice(0, 1)
  return [...nameIn(BROWSERS), ...nameIn(SYSTEMS)].join(', ') || null
}
