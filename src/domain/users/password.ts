// Detects passwords that attackers guess first.

/** Words from lists of stolen passwords, and words that an attacker would try here. */
const GUESSED_FIRST =
  /p[a@4][s5$]{2}w[o0]rd|pa[s5$]{2}|qwert[yz]?|azerty|asdf|zxcv|1q2w3e4r|q1w2e3|letmein|welc[o0]me|admin|login|master|dragon|monkey|football|baseball|superman|batman|princess|sunshine|iloveyou|trustno|shadow|michael|jennifer|computer|internet|samsung|liverpool|charlie|roundsman|delivery|dispatch|driver|route|office/g
/** Adjacent keys, the alphabet and the digits. A sequence of them is not secret. */
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const RUN_LENGTH = 4
/** Minimum number of different letters that must remain after common words and sequences are removed. */
const LEFT = 4

/** Returns whether a password is easy to guess: common words, sequences of keys and repetitions, with little else. */
export function isGuessable(password: string): boolean {
  const rest = collapseRuns(password.toLowerCase().replace(GUESSED_FIRST, ' '))
  const letters = new Set(rest.replace(/[\d\s\p{P}\p{S}]+/gu, ''))
  // Passwords of digits and signs can also be secret, but need more different characters.
  return letters.size < LEFT && new Set(rest).size < 2 * LEFT
}

function collapseRuns(text: string): string {
  let rest = text
  for (const keys of RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]))
    for (let length = keys.length; length >= RUN_LENGTH; length--)
      for (let from = 0; from + length <= keys.length; from++)
        rest = rest.replaceAll(keys.slice(from, from + length), ' ')
  return rest
}
