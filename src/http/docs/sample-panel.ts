// Code samples. A panel shows one language; the script of the page lets the reader choose another one.
import { type Html, html } from '../../domain/html.ts'

export interface Sample {
  /** Name after the opening fence of a code block, such as `ts`. */
  language: string
  code: string
}

const LANGUAGES: Record<string, string> = {
  sh: 'curl',
  ts: 'TypeScript',
  py: 'Python',
  php: 'PHP',
  js: 'JavaScript',
  rb: 'Ruby',
  go: 'Go',
  json: 'JSON',
}

/** Languages of code files that a page can show. */
export const SAMPLE_LANGUAGES = Object.keys(LANGUAGES)

/** Renders the same sample in several languages. The first one is visible without scripts. */
export const samplePanel = (
  samples: readonly Sample[],
  title?: string,
): Html => html`<div class="samples"${title ? html` data-title="${title}"` : null}>
${samples.map(({ language, code }, i) => {
  const name = LANGUAGES[language] ?? language
  return html`<pre data-language="${name}" role="group" aria-label="${title ?? 'Sample'}${name ? `, ${name}` : ''}" tabindex="0"${i > 0 ? { html: ' hidden' } : null}><code>${code}</code></pre>
`
})}</div>
`
