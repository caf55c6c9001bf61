// Which browser a session is in, in a few words that every language has: "Firefox, Windows". A person tells their own
// sessions apart by it; nothing is decided by it.

// The first that fits counts: most browsers also name those that they are made of.
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

/** Null where neither the browser nor its system is one of those known here. */
export function browserIn(userAgent: string | undefined): string | null {
  const said = (userAgent ?? '').slice(0, 500)
  const nameIn = (names: typeof BROWSERS): string[] =>
    names
      .filter(([pattern]) => pattern.test(said))
      .map(([, name]) => name)
      .slice(0, 1)
  return [...nameIn(BROWSERS), ...nameIn(SYSTEMS)].join(', ') || null
}
