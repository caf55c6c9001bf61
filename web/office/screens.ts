// The screens of the office, as its head and the palette name them.
import { words } from '../words/locale.ts'

export const screens = () => [
  { path: '/', name: words.shell.day },
  { path: '/orders', name: words.shell.orders },
  { path: '/import', name: words.shell.import },
  { path: '/fleet', name: words.shell.fleet },
  { path: '/zones', name: words.shell.zones },
  { path: '/integrations', name: words.shell.integrations },
  { path: '/reports', name: words.shell.reports },
  { path: '/team', name: words.shell.team },
  { path: '/settings', name: words.shell.settings },
]
