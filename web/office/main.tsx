// Entry of the office app, with its screens by path.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import './base.css'
import './maps.css'
import './typeface.css'
import { ApiError } from '../api/client.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { applyStoredLook } from './appearance.tsx'
import { NotOpened } from './not-opened.tsx'
import { Office } from './office.tsx'

applyStoredLook()

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Responses with 4xx are not retried, because a retry would give the same response.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <ErrorBoundary instead={<NotOpened />}>
        <Office />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
)
