// The stream of changes: what the server says as it happens.
import { ApiError, openEvents } from './client.ts'

/** `open`: it listens from now on. `beat`: nothing new, but the server is there. */
export type Heard = 'open' | 'change' | 'beat'

/** Listens until the stream ends or the signal is aborted, and throws then. After the session's end it waits for the user. */
export async function listen(signal: AbortSignal, onHeard: (heard: Heard) => void): Promise<never> {
  const body = await openEvents('GET /changes', signal)
  onHeard('open')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new ApiError(0, 'The connection ended.', { code: 'CUT_OFF' })
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === 'event: change') onHeard('change')
      if (line === 'event: beat') onHeard('beat')
    }
  }
}
