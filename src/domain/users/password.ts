// Which passwords are guessed first.

/** What lists of stolen passwords are made of, and what one would try here. */
const GUESSED_FIRST =
  /p[a@4][s5$]{2}w[o0]rd|pa[s5$]{2}|qwert[yz]?|azerty|asdf|zxcv|1q2w3e4r|q1w2e3|letmein|welc[o0]me|admin|login|master|dragon|monkey|football|baseball|superman|batman|princess|sunshine|iloveyou|trustno|shadow|michael|jennifer|computer|internet|samsung|liverpool|charlie|roundsman|delivery|dispatch|driver|route|office/g
/** Keys beside one another, the alphabet and the digits: a run along one of these is no secret. */
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const RUN_LENGTH = 4
/** So many different letters must be left when all that is taken out. */
const LEFT = 4

/** Whether a password is among the first that anyone tries: common words, runs of keys and repetitions, with little else. */
export function isGuessable(password: string): boolean {
  const rest = withoutRuns(password.toLowerCase().replace(GUESSED_FIRST, ' '))
  const letters = new Set(rest.replace(/[\d\s\p{P}\p{S}]+/gu, ''))
  // Digits and signs alone can be a secret too, when there are more of them.
  return letters.size < LEFT && new Set(rest).size < 2 * LEFT
}

function withoutRuns(text: string): string {
  let rest = text
  for (const keys of RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]))
    for (let length = keys.length; length >= RUN_LENGTH; length--)
      for (let from = 0; from + length <= keys.length; from++)
        rest = rest.replaceAll(keys.slice(from, from + length), ' ')
  return rest
}
