// Rules of plain English: patterns of sentences that readers have to decode (CONTRIBUTING.md#language).

export type Kind = 'comment' | 'page' | 'message' | 'test'

export interface Rule {
  /** What is wrong, followed by the repair. */
  advice: string
  pattern: RegExp
  /** Kinds of text that the rule applies to. Absent: all. */
  kinds?: readonly Kind[]
  /** The rule applies to the first sentence of a text only. */
  first?: true
  /** A sentence that breaks the rule. */
  bad: string
  /** The same sentence, repaired. */
  good: string
}

const SUBJECT = 'A sentence begins with its subject or with the verb of the function.'
const NOUN = 'A noun is missing: name the thing.'
const PRONOUN = 'A pronoun has no noun in this sentence: repeat the noun.'
const ACTOR = 'A record or page does not say, tell, hear, know, ask or owe: name the person or program that acts.'
const STANDARD = 'An idiom or an old word: use the everyday term.'

/** Sentences whose first words are not a subject. */
const OPENINGS: readonly Rule[] = [
  {
    advice: SUBJECT,
    pattern: /^Of (?!course|th(?:e|ese) \d|\d)/,
    bad: 'Of a stop: the window that was promised.',
    good: 'The window that was promised for a stop.',
  },
  {
    advice: NOUN,
    pattern: /^What(?:ever)?\b(?! (?:to|if|happens|changed|changes|customers see)\b)(?!.*\?$)/,
    bad: 'What was sent.',
    good: 'The request body.',
  },
  { advice: NOUN, pattern: /^Who(?:se|m|ever)?\b(?!.*\?$)/, bad: 'Who holds the link.', good: 'The link holder.' },
  {
    advice: SUBJECT,
    pattern: /^By (?!default|design|contrast|definition|hand)/,
    kinds: ['comment', 'message'],
    bad: 'By id.',
    good: 'Keyed by ID.',
  },
  {
    advice: SUBJECT,
    pattern: /^With(?: (?:what|that|those|nothing|no|none|it|them|each|its|their|theirs|his)\b| [^,]{1,60}$)/,
    kinds: ['comment', 'page', 'message'],
    bad: 'With its stops.',
    good: 'Includes the stops of the route.',
  },
  {
    advice: PRONOUN,
    pattern:
      /^(?:Those|Others|Neither|Either|(?:Such|Other|Another)(?=[.;:,]|$| (?:are|is|was|were|has|have|had|may|can|that|who|which|of|one|ones)\b))\b(?! (?:than|request|process|thread|user|transaction|server|caller|job)\b)/,
    bad: 'Those that are on no route.',
    good: 'The unassigned deliveries.',
  },
  {
    advice: SUBJECT,
    pattern: /^As (?!a result\b|of\b|soon\b|long\b|expected\b|an? \w+,|in (?:\[|[A-Z])|described\b|well\b)/,
    kinds: ['comment', 'page', 'test'],
    bad: 'As the wire has it.',
    good: 'The value in the wire format.',
  },
  { advice: SUBJECT, pattern: /^So\b/, bad: 'So does a driver.', good: 'A driver does the same.' },
  {
    advice: 'Conditions begin with "if" or "when".',
    pattern: /^Where\b(?! (?:possible|necessary)\b)(?!.*\?)/,
    kinds: ['comment', 'page'],
    bad: 'Where no depot is given, the first one is used.',
    good: 'If no depot is given, the first depot is used.',
  },
  {
    advice: NOUN,
    pattern:
      /^(?:Nothing|Nobody|None|Every(?:thing|body)|Anything) (?:of(?! (?:these|its|the)\b)|where|for|that|who|to|as|but|else|when|unless|from|by|with|without|is here)\b|^All (?:that|of (?:it|them|which)|there)\b|^(?:None|Nothing)[.:;,]/,
    kinds: ['comment', 'page', 'test'],
    bad: 'Nothing where nobody was asked.',
    good: 'Null if no provider was called.',
  },
  {
    advice: PRONOUN,
    pattern:
      /^(?:The )?[Oo]nes?\b (?=that|who|which|whose|of (?:these|those|them|it)|more|by|already|is\b|has\b|in\b|with)/,
    bad: 'One that is over.',
    good: 'A route that has ended.',
  },
  {
    advice: 'Say what the value means: "Null if …".',
    pattern:
      /^(?:Null|True|False|Undefined|Empty|Zero|[45]\d\d)\b[,:]? (?=for (?:good|what|which|whom|those|it|them|none)\b|of\b|as\b|without (?:one|it|them)\b|where\b|once\b|none\b|by\b|here\b|there\b)/,
    kinds: ['comment', 'page'],
    bad: 'Null where there is none.',
    good: 'Null if the order has no window.',
  },
  {
    advice: SUBJECT,
    pattern:
      /^(?:On|At(?! (?:most|least|once)\b)|After|Before|Above|Below|Behind|Besides?|Among|Under|Until|Between|Along|Against|Within|To (?:which|whom|where|what)|Up to where|In (?:which|whose|what)|From(?! \d)|For (?:which|whom|whoever|what|those|an?|the|all|every|each|\w+ing)|When|While|Since|Because|Past|Over|Without|Beyond|Through)\b(?: [^\s,:;.]+){3,}(?:[.;:]|$)/,
    kinds: ['comment'],
    first: true,
    bad: 'Since when the vehicle stands at the gate.',
    good: 'Time at which the vehicle arrived at the gate.',
  },
  {
    advice: SUBJECT,
    pattern:
      /^(?:Told|Asked|Spelt|Said|Heard|Meant|Far enough|Found|Given|Taken|Left|Made|Seen|Known|Sent|Held|Put|Gone)\b/,
    kinds: ['comment'],
    first: true,
    bad: 'Told to the office.',
    good: 'The office receives this message.',
  },
  {
    advice: PRONOUN,
    pattern: /^The (?:same|others?|rest|latter|former)(?: (?:of|for|where|in|by|with)\b|[.;:,])/,
    kinds: ['comment'],
    first: true,
    bad: 'The same, for a driver.',
    good: 'Like `routeOf`, but for a driver.',
  },
  {
    advice: PRONOUN,
    pattern:
      /^(?:(?:It|Its|They|Their|Theirs|Them|He|She|His|Her)\b|(?:This|That|These|There|Here)(?=[.,;:]| (?:is|are|was|were|has|have|had|can|may|must|does|do|did)\b))(?! (?:is|are) (?:an?|one|two|three|no)\b)(?! (?:file|module|page|table|section|document|test|command|script|function|class|type|job|package|directory|folder|release|project|repository|guide|record|benchmark|proof|list|screen|field|endpoint)\b)/,
    kinds: ['comment'],
    first: true,
    bad: 'It is gone by then.',
    good: 'The link has ended by then.',
  },
]

/** Phrases that stand in for a noun, a verb or a number. */
const PHRASES: readonly Rule[] = [
  {
    advice: NOUN,
    pattern:
      /\b(?:of|for|by|than|beside|as|with|without|to) (?:what(?:ever)?|who(?:m|ever|mever)?|whichever) (?:is|are|was|were|has|have|had|comes?|came|can(?!’t| be)|may|must|does|did|goes|needs?|follows?|stands?|waits?|makes?|made|holds?|takes?|remains?|\w+ (?:is|are|was|were|has|have|had|costs?|gave|made|sent|does|did))\b/i,
    bad: 'The size of what was sent.',
    good: 'The size of the request body.',
  },
  {
    advice: NOUN,
    pattern:
      /(?<!\b(?:know|knows|known|knew|shows?|shown|sees?|tell|say|says|said|ask|asks|asked|describes?|explains?|learns?|decides?|checks?|defines?|lists?|names?|choose|chooses|enter|finds?|and|determines?|matters?|about|proves?|proven|states?|exactly|just|records?|of|by|for|to|with|than|as|beside|without|or|on) )(?<=\w[,;]? )\bwhat (?:is|are|was|were|has|had|have|can|could|may|comes?|came|remains?|follows?|stands?|goes|it|they|that|nobody|somebody|no|the \w+ \w+|an? \w+ \w+|its \w+|their \w+|\w+s (?:do|are|have|had|were|said|sent|make))\b/i,
    bad: 'Deletes what is left of an import.',
    good: 'Deletes the remaining rows of an import.',
  },
  {
    advice: NOUN,
    pattern:
      /\b(?:is|are|was|were|comes?|came|lies?|has|have|had) (?:that|who|which) (?:is|are|was|were|has|have|had|can|may|nobody|no|does|do)\b/i,
    bad: 'The route is that has ended.',
    good: 'The route has ended.',
  },
  {
    advice: NOUN,
    pattern: /\b(?:of|on|for|in|by|to|at|with|from) (?:none|nothing|nobody)\b(?! else\b)/i,
    bad: 'A vehicle of nobody.',
    good: 'A vehicle without a driver.',
  },
  {
    advice: NOUN,
    pattern: /\b(?:of|with|without|than|beside)(?:[.;](?:\s|$)|$)/,
    bad: 'The depot that the vehicle is of.',
    good: 'The depot of the vehicle.',
  },
  {
    advice: PRONOUN,
    pattern:
      /\bthe ones? (?:that|who|they|before|after|it|asked|named|there|which)\b|\b(?:one|another|some|others) (?:that|who|which) (?:is|are|was|were|has|have|had|can|may|does|did|came|comes|stays|stood|stands|went|goes)\b/i,
    bad: 'Replaces the one before.',
    good: 'Replaces the previous link.',
  },
  {
    advice: NOUN,
    pattern:
      /(?:^|[.;:] |\b(?:by|for|of|to|and|or|as|than|with) )who(?:ever)? (?:is|has|made|does|came|comes|can|may|wants?|looks?|waits?|holds?|signs?|drives?|follows?|moves?|goes|takes?|needs?|reads?|serves?|enters?)\b/i,
    bad: 'A link for who drives the route.',
    good: 'A link for the driver of the route.',
  },
  {
    advice: NOUN,
    pattern:
      /\bof (?:now|then|before|ours|theirs)(?=[.,;:)]|$| (?:and|or|is|are|has|have|still|while|may|that|into)\b)/i,
    bad: 'The plan of before.',
    good: 'The previous plan.',
  },
  {
    advice: NOUN,
    pattern:
      /\b(?:that|as|what|those|all|whatever|which|where) there (?:is|are|was|were)(?=[.,;:)]|$| (?:already|for|of|at|by)\b)/i,
    bad: 'All that there is.',
    good: 'All rows.',
  },
  {
    advice: 'Say what it lacks or is not.',
    pattern:
      /(?<!\bthere )\b(?:is|are|was|were|be) (?:none\b|no (?!longer\b|more\b|need\b|guarantee\b|reason\b|way\b|one\b|doubt\b|limit\b|other\b|different\b|later\b|matter\b|\w+er\b)\w+)/i,
    bad: 'A body that is no JSON.',
    good: 'A body that is not valid JSON.',
  },
  {
    advice: ACTOR,
    pattern:
      /(?<!\b(?:customers?|drivers?|people|users?) )\b(?:is|are|was|were|be|been|being) told\b|\btold (?:of|apart|once|anew|by)\b|\btell(?:s|ing) (?:of|apart|whether|which|that|what|how|nothing)\b/i,
    bad: 'The endpoint is told of the change.',
    good: 'The endpoint receives the event.',
  },
  {
    advice: ACTOR,
    pattern: /\bhears?\b|\bheard\b/i,
    bad: 'No endpoint hears of it.',
    good: 'No endpoint subscribes to this event.',
  },
  {
    advice: ACTOR,
    pattern:
      /(?<!\b(?:pages?|messages?|signs?|buttons?|texts?|mails?|sections?|guide|policy|specification|banner|logs?) )\bsays? (?:so|which|who|what|how|whether|it|where|most|little|more|less)\b|\bsaid (?:of|so|to be|how|there|before|what|which|aloud|twice|once|plainly)\b|\b(?:is|are|was|were|be) said\b|\bsaying (?:so|which|of)\b/i,
    bad: 'The answer says whether it fits.',
    good: 'The response contains `fits`.',
  },
  {
    advice: ACTOR,
    pattern:
      /\b(?:is|are|was|were|be) asked (?:for|again|of|about|together|whether|by|in|at|once|anew|what|nothing|soon|slowly|lately)\b|\bwhoever asks\b|\basks? (?:of|again)\b/i,
    bad: 'The provider is asked again.',
    good: 'The service retries the request to the provider.',
  },
  {
    advice: ACTOR,
    pattern: /\b(?:is|are|was|were|still) owed\b|\bow(?:ing|es)\b/i,
    bad: 'Events that are owed.',
    good: 'Events that are not delivered yet.',
  },
  {
    advice: 'Name the result.',
    pattern:
      /\b(?:comes?|came|become|became|becomes|coming) of\b|\bcomes? to (?:together|nothing|be)\b|\bcame to (?:be|nothing)\b/i,
    bad: 'Logs what came of the call.',
    good: 'Logs the result of the call.',
  },
  {
    advice: 'Use "continue" or "resume".',
    pattern:
      /\b(?:goes|go|going|gone|went) on (?:with|as|without|where|once|from|until|at|when|again|alone|beside|meanwhile|by|then)\b|\b(?:goes|go) on[.,;]/i,
    bad: 'The import goes on when the server starts.',
    good: 'The import resumes after a restart.',
  },
  {
    advice: STANDARD,
    pattern:
      /\b(?:anew|all the same|lest|thereof|wherein|whereof|thereupon|hitherto|henceforth|whilst|afresh|aright|nought|naught|seldom|of late|at hand|in good time|in passing|be had|so-manieth|as good as none|none such|for good|in what(?:ever)?|in whichever|by turns)\b(?! (?:order|way|unit|format|time|case)\b)/i,
    bad: 'The plan is made anew.',
    good: 'The plan is solved again.',
  },
  {
    advice: STANDARD,
    pattern:
      /\b(?:someone|somebody|who|whoever|another|others?) (?:was|is|were|came|comes) (?:first|quicker|sooner)\b|(?<!\bat least )\bas (?:light|large|good|old|near) as (?:the|that|those)\b|\bthe \w+er of (?:both|the two)\b|\bmay be \w+ off\b|\bless (?:the|that) \w+[’']s?\b/i,
    bad: 'Another was quicker.',
    good: 'A concurrent request committed first.',
  },
  {
    advice: 'State the number: "at most `limit` per request".',
    pattern:
      /\b(?:so|as) (?:many|much|long|far|large|old|often) (?:at once|of each|each|that wait|seconds|minutes|days|calls|ago|of them|others|together|in turn|lately)\b|\b(?:at most|after|up to|for|only|with|of|within) so (?:many|much|long|far)\b(?! that)/i,
    bad: 'Waits for so many seconds.',
    good: 'Waits for `delay` seconds.',
  },
  {
    advice: 'Say "unchanged" or name the state.',
    pattern:
      /(?<!\b(?:soon|long|much|often|far) )\bas (?:it|they|he|she|one) (?:is|are|was|were|stands?|stood|has|have|had|does|do|did|comes?|came|goes)\b(?! (?:written|defined|described|documented|drawn|entered|sent|now required)\b)|\bas (?:the|a|an) \w+ (?:has|have|had) (?:it|them|so)\b|\bas that (?:is|was)\b|\bas is\b/i,
    bad: 'The route stays as it is.',
    good: 'The route stays unchanged.',
  },
  {
    advice: 'Name the person: the customer, the driver, the user.',
    pattern: /\b(?:oneself|one[’']s|one (?:can|may|came|went|keeps|drives|gets)|(?:whether|how|who) one)\b/i,
    bad: 'The page that one came for.',
    good: 'The page that the user requested.',
  },
  {
    advice: STANDARD,
    pattern: /\bno more\b(?=[.,;:)]|$| (?:by|for|of|to|and|once)\b)/i,
    bad: 'A link that is open no more.',
    good: 'A link that has ended.',
  },
  {
    advice: NOUN,
    pattern:
      /\b(?:nothing|something|anything|much|little|everything|nobody|somebody|what|whatever) of (?:it|them|its|their|which|what|whom|whose|theirs|him|her|this|that|an?)\b/i,
    bad: 'Nothing of it is stored.',
    good: 'The password is not stored.',
  },
  {
    advice: NOUN,
    pattern: /\b(?:whether|tells|says|know|knows|by|to|of|hears) whose\b|[;:] whose\b/i,
    bad: 'Who calls, and whose key.',
    good: 'The caller and the owner of the key.',
  },
  {
    advice: NOUN,
    pattern:
      /\b(?:and|but|or) (?:no (?:more|other|others|further|later)|none|nothing else|nobody else|not (?:else|later|after|before|beyond|anew|others))(?=[.,;:)]|$)/i,
    bad: 'The owner, and nobody else.',
    good: 'Only the owner.',
  },
  {
    advice: 'Conditions begin with "if" or "when".',
    pattern:
      /\b(?:null|false|true|none|nothing|zero|undefined|throws|\d{3}|it|that|this|empty),? where\b(?! (?:it|they) (?:is|are|was|were|stands?|lies?|lie)\b)|\bwhere (?:nothing|nobody|none|no \w+|there (?:is|are) (?:none|no|several|some|one)|not\b)/i,
    bad: 'A depot, null where none is named.',
    good: 'A depot. Null if the body names none.',
  },
  {
    advice: 'Write "per".',
    pattern:
      /\ban? (?:thread|file|page|stop|order|route|key|day|run|call|row|business|vehicle|kind|year|step|request|problem|project|line) an? (?:thread|file|page|stop|order|route|key|day|run|call|row|business|vehicle|job|phone|time|transaction|feature|seed|line|version|folder)\b/i,
    bad: 'One row a stop a day.',
    good: 'One row per stop and day.',
  },
  {
    advice: 'Two negatives in one clause: say what holds.',
    pattern:
      /(?:\b(?:not|never|nor)\b|\b(?:no|nothing|nobody|none) (?:is|are|that|of)\b|(?:is|are|was|were|do|does|did)n[’']t\b)(?: [\w’'-]+)? (?:no|not|none|nothing|nobody|never|without)\b(?! longer)/i,
    bad: 'A route is never without a depot.',
    good: 'A route always has a depot.',
  },
]

export const RULES: readonly Rule[] = [...OPENINGS, ...PHRASES]

const MAX_WORDS = 30
/** Maximum length of the subject of a commit, in characters. */
export const MAX_SUBJECT = 72

/** Replaces each piece of code, link or path by a single word, because a reader reads it like one word. */
function withoutCode(text: string): string {
  return text
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/`[^`\n]*`/g, (code) =>
      /^`[\w.]+`$/.test(code) && !/^`(?:[A-Z_]+|None)`$/.test(code) ? code.slice(1, -1) : 'CODE',
    )
    .replace(/\*\*|__/g, '')
    .replace(/https?:\/\/\S+/g, 'URL')
    .replace(/\(?\bdocs\/[\w./#-]+\)?/g, '')
}

const SENTENCE_END =
  /(?<=[.!?])["”’)]*\s+(?=["“‘(]?[A-Z0-9])|\s+(?=@(?:param|returns|throws|example)\b)|\n\s*(?=--[a-z])|\n(?=- )|\n\n+/

/** Returns the advice for each sentence of a text that breaks a rule, and the sentence. Empty if all sentences pass. */
export function adviceOn(text: string, kind: Kind): { sentence: string; advice: string }[] {
  const sentences = withoutCode(text)
    .split(SENTENCE_END)
    .map((part) =>
      part
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^[-*•]\s+/, ''),
    )
  return sentences.flatMap((sentence, index) => {
    if (sentence.length < 4 || /^[a-z][\w.]*$/.test(sentence)) return []
    if (/^(?:npm run|GET|POST|PUT|PATCH|DELETE|@\w|oxlint|biome)\b/.test(sentence)) return []
    const read = kind === 'test' ? sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : sentence
    const broken = RULES.filter(
      (rule) => (!rule.kinds || rule.kinds.includes(kind)) && (!rule.first || index === 0) && rule.pattern.test(read),
    ).map((rule) => rule.advice)
    if (wordCount(sentence) > MAX_WORDS) broken.push(`More than ${MAX_WORDS} words: split the sentence.`)
    return [...new Set(broken)].map((advice) => ({ sentence, advice }))
  })
}

function wordCount(sentence: string): number {
  const counted = sentence.replace(/\([^)]*\)/g, '').replace(/\b(?:CODE|URL|\w+_\w+)\b/g, '')
  return counted.split(/\s+/).filter((word) => /\w/.test(word)).length
}
