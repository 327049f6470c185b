/** Of a longer text its beginning and its end are read: what decides stands in one of the two. */
export const READ_HEAD = 1_000;
export const READ_TAIL = 3_000;
/** Characters of the sentence that a line of a list holds. */
export const LINE_REASON = 120;
/** Characters of a quoted sentence, unless somebody has less room. */
const QUOTED = 240;

/** What judges call their reason where they answer in JSON, or in something like it. */
const REASON_KEYS =
  'reasoning|reasons?|rationale|explanations?|justification|analysis|critique|comments?|feedback|thoughts?';
const QUOTED_REASON = new RegExp(
  `["'](?:${REASON_KEYS})["']\\s*:\\s*(?:\\[\\s*)?(?:"((?:[^"\\\\]|\\\\[^])*)|'((?:[^'\\\\]|\\\\[^])*?)(?:'\\s*[,}\\]]|$))`,
  'gi',
);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ', b: ' ', f: ' ' };

/** A text cut off within its JSON has no end that a parser would accept: `{"score": [3], "reasoning": "The dog is` → `The dog is`. */
function reasonInJson(text: string): string {
  const found = [...text.matchAll(QUOTED_REASON)].map((match) => match[1] ?? match[2] ?? '');
  return found
    .join('\n')
    .replaceAll(/\\(?:u([\da-f]{4})|(.)|$)/gis, (_, code: string | undefined, sign = '') =>
      code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

/** Verdicts in signs, which stand beside the reason anyway, and marks between parts of an output: `[[A>B]]`, `||V=V||`. */
const SIGNED = /\[\[[^[\]]{0,40}\]{1,2}|["']?\s*\|\|[^\s|]{1,9}\|\|/g;
const NO_WORDS = /^[^\p{L}\p{N}]*$/u;

const AFTER_THINKING = /<\/think(?:ing)?>/gi;
const TAG = /<\/?[a-z][a-z_]{0,20}>/gi;
/** A word of a program before the answer, as VIEScore's reader writes it: `guess_if_cannot_parse | a red train`. */
const READER_MARK = /^\s*[a-z]+(?:_[a-z]+)+\s*\|/;

/** Gives what was written for a reader: what was thought before, and what a program put around it, is left out. */
function written(text: string): string {
  const bounded =
    text.length <= READ_HEAD + READ_TAIL ? text : `${text.slice(0, READ_HEAD)}\n${text.slice(-READ_TAIL)}`;
  const said = bounded.split(AFTER_THINKING).at(-1) ?? '';
  // Where only the verdict stands outside, the reason is what was thought.
  const whole = NO_WORDS.test(said.replaceAll(SIGNED, '')) ? bounded : said;
  const reason = /["']\s*:/.test(whole) ? reasonInJson(whole) : '';
  return (reason.trim() === '' ? whole : reason).replace(READER_MARK, '').replaceAll(TAG, ' ');
}

const BREAKS = /[\r\n\u2028\u2029]+/;
const LIST_MARK = /^(?:[-*+•·>]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+/i;
/** Lines and sentences that say what comes, not what is. */
const HEADING = /^(?:#{1,6}\s|\*\*[^*]{1,80}\*\*:?$|__[^_]{1,80}__:?$)/;
const LEADS_IN = /[:：]$/;
/** Names of the parts of an answer, where one stands before its sentence: `Final verdict: both are blurred.` */
const PART_NAME =
  /^(?:(?:my|the)\s+)?(?:final\s+|overall\s+|brief\s+)?(?:verdict|conclusion|explanation|reason(?:ing|s)?|rationale|choice|answer|decision|judge?ment|summary|justification|evaluation|analysis|assessment|because)\s*[:：]\s*/i;

function plainLine(line: string): string {
  return line
    .replace(/^#{1,6}\s+/, '')
    .replaceAll(/\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*\*|__|`+/g, '')
    .replaceAll(/(^|\s)\*(\S[^*]*)\*/g, '$1$2')
    .replace(/^\|(.*)\|$/, (_, row: string) => row.replaceAll('|', '·'))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const SIGNED_END = new RegExp(`(?:(?:\\s*[:：])?\\s*(?:${SIGNED.source})\\s*[.。]?|\\s*[:：])+$`);
/** Words that only say which answer was chosen. A sentence of nothing else tells no reason. */
const FORMULA_WORDS = new Set(
  `a a's above acceptable an analysis and answer answers appears are as assistant b b's bad based be best better both by c case choice
  choose chosen clearly conclude conclusion considered criteria decision description descriptions edited equal equally evaluation far
  final first following follows for from generally generated given good hence here i image images in instance is it judgement judgment
  label labelled model model's models more much my neither observations of on one option or output overall picture poor prompt prompts
  provided quality rated rating relatively response responses same say score scores second seems select selected significantly slightly
  so text than that the their then therefore these this thus tie tied to two verdict video videos was winner with worse would`.split(
    /\s+/,
  ),
);
/** Signs that a sentence weighs the answers, or ends the weighing. */
const WEIGHS =
  /\b(?:therefore|thus|hence|overall,|in (?:conclusion|summary|the end)|to (?:sum up|conclude)|ultimately|consequently|better|worse|superior|inferior|prefer\w*|outperform\w*|winner|wins?|slight edge|closer|best|tied?|neither|equally)(?!\w)|因此|所以|总之|综上|更好|更佳|よって|したがって|より良い|따라서|더 낫|لذلك|أفضل|поэтому|лучше/i;
const ENDS = /[.!?。！？؟।…]["'”’)\]]*$/u;

interface Sentence {
  readonly text: string;
  readonly isFormula: boolean;
  readonly isComplete: boolean;
}

const NUMBER = /^\p{N}+$/u;
const FEW_LETTERS = 10;
/** Beside a verdict in signs it takes more to be a reason: `因此我选择[[A>B]]` is none. */
const FEW_BESIDE_SIGNS = 24;
/** Writing without blanks says as much with fewer letters. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu;
const DENSE_WEIGHT = 2;

function isFormulaText(text: string): boolean {
  const plain = text.replaceAll(SIGNED, ' ');
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  if (words.every((word) => FORMULA_WORDS.has(word.replace('’', "'")) || NUMBER.test(word))) return true;
  const letters = words.join('').length + (DENSE_WEIGHT - 1) * (plain.match(DENSE)?.length ?? 0);
  return letters < (plain === text ? FEW_LETTERS : FEW_BESIDE_SIGNS);
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Gives the sentences of a line, cleaned; none for a heading or for what only leads to the next line. */
function sentencesOf(line: string): readonly Sentence[] {
  const isHeading = HEADING.test(line);
  const plain = plainLine(line.replace(LIST_MARK, ''));
  const named = plain.replace(PART_NAME, '');
  if (isHeading && named === plain && plain.search(SIGNED) < 0) return [];
  return Array.from(SENTENCES.segment(named), ({ segment }) => segment.trim()).flatMap((segment) => {
    if (NO_WORDS.test(segment) || LEADS_IN.test(segment)) return [];
    const text = segment.replace(SIGNED_END, '');
    return [
      { text: NO_WORDS.test(text) ? segment : text, isFormula: isFormulaText(segment), isComplete: ENDS.test(segment) },
    ];
  });
}

/** Shorter texts open with what decides, as where a judge gives a score and one or two sentences; longer ones end with it. */
const SHORT = 4;

function opening(sentences: readonly Sentence[], most: number): string {
  let said = '';
  for (const { text } of sentences) {
    const more = said === '' ? text : `${said} ${text}`;
    if (said !== '' && more.length > most) break;
    said = more;
  }
  return said;
}

/** Reads from the end: what is weighed last decides, or what stands before a verdict that stands alone. */
function decidingOf(lines: readonly string[], most: number): string {
  const passed: Sentence[] = [];
  let isVerdictPassed = false;
  for (const line of lines.toReversed()) {
    for (const sentence of sentencesOf(line).toReversed()) {
      passed.push(sentence);
      if (sentence.isFormula) isVerdictPassed = true;
      else if (isVerdictPassed || WEIGHS.test(sentence.text)) return sentence.text;
    }
  }
  const reasons = passed.filter(({ isFormula }) => !isFormula).reverse();
  if (reasons.length === 0) return passed[0]?.text ?? '';
  if (reasons.length <= SHORT) return opening(reasons, most);
  return (reasons.findLast(({ isComplete }) => isComplete) ?? reasons[0])?.text ?? '';
}

/** Writes a text in one line, without markup. */
export const inOneLine = (text: string): string =>
  text
    .split(BREAKS)
    .map((line) => plainLine(line.trim().replace(LIST_MARK, '')))
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('\0', '\ufffd');

/** Cuts a text at a word: `a long text` → `a long…`. What HTML cannot hold is `\ufffd`, as a browser reads it. */
export function cutAtWord(text: string, most: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim().toWellFormed().replaceAll('\0', '\ufffd');
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Paragraphs on one answer each, as where a judge saw the answers one by one: `A (SDXL), sub-scores 3 and 7: …`. */
const APART = /^([A-Z]) \([^()\n]{1,80}\)[^:\n]{0,60}: /gm;

/** A reason on one answer comes again with each other answer that it is held against: a build meets most of them several times. */
const known = new Map<string, string>();
const MOST_KNOWN = 8192;

function remembered(text: string, most: number): string {
  const key = `${most} ${text}`;
  const found = known.get(key) ?? decidingSentence(text, most);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

/** The sentence that weighs the answers, or the last before a verdict alone; of a few without either the first. '' where nothing can be read; one per answer judged apart. */
export function decidingSentence(text: string, most: number = QUOTED): string {
  const plain = written(text);
  const parts = [...plain.matchAll(APART)];
  if (parts.length > 1) {
    const room = Math.floor(most / parts.length) - 4;
    const said = parts.map(({ 0: head, 1: name = '', index }, at) => {
      const own = remembered(plain.slice(index + head.length, parts[at + 1]?.index), room);
      return own === '' ? '' : `${name}: ${own}`;
    });
    return said.filter((one) => one !== '').join(' ');
  }
  const lines = plain.split(BREAKS).map((line) => line.trim());
  const found = decidingOf(lines, most);
  if (found !== '') return cutAtWord(found, most);
  const whole = inOneLine(plain);
  return NO_WORDS.test(whole) ? '' : cutAtWord(whole, most);
}
