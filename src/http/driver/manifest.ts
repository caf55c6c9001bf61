// Web app manifest that makes a driver's page an app on the phone.
import type { Language } from '../../domain/customer-words/language.ts'
import { DRIVER_WORDS } from '../../domain/driver-words/of-language.ts'

/** Returns the manifest as JSON. `page` is the start page of the app. */
export const manifest = (page: string, language: Language): string =>
  JSON.stringify({
    lang: language,
    name: DRIVER_WORDS[language].appName,
    short_name: 'Roundsman',
    id: page,
    start_url: page,
    scope: '/d/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#1559c0',
    icons: [
      { src: '/d/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/d/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/d/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/d/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  })
