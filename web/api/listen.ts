// Receives the server's stream of change events.
import { ApiError, openEvents } from './client.ts'

/** `open`: the stream is open. `beat`: a heartbeat without a change. */
export type StreamEvent = 'open' | 'change' | 'beat'

/**
 * Receives events until the stream ends or the signal is aborted, and then throws. If the session has ended, waits for the
 * user.
 */
export async function openEventStream(signal: AbortSignal, onHeard: (heard: StreamEvent) => void): Promise<never> {
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
