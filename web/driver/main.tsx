import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import './driver.css'
import { DriverApp } from './driver-app.tsx'
import { keepForOffline } from './keep-for-offline.ts'
import { applyTheme } from './theme.tsx'
import { InLanguage } from './language.tsx'
import { NotOpened } from './not-opened.tsx'
import { openWork } from './work.ts'

const token = location.pathname.split('/')[2] ?? ''
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

applyTheme()
// Without persistent storage, the browser may delete unsent taps when the phone runs out of space.
void navigator.storage?.persist?.()
const work = await openWork(token)
// Rendered at once: otherwise a slow phone requests the later chunks before the route is shown.
flushSync(() =>
  createRoot(root).render(
    <StrictMode>
      <InLanguage work={work}>
        <ErrorBoundary instead={<NotOpened />}>
          <DriverApp work={work} />
        </ErrorBoundary>
      </InLanguage>
    </StrictMode>,
  ),
)
try {
  // Load the later chunks in the next task, once the page can be used, so that they are cached too.
  await new Promise((resolve) => setTimeout(resolve))
  await Promise.all([import('./signature-panel.tsx'), import('./goods-screens.tsx')])
  await keepForOffline(token)
} catch {
  // Without a response, the next visit caches the page. An earlier cached copy stays.
}
