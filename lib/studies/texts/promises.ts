const units =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const english = new Map([
  ...units.map((word, i) => [word, i + 1] as const),
  ...tens.map((word, i) => [word, 10 * (i + 2)] as const),
]);
const digits = new Map([..."〇一二三四五六七八九"].map((sign, i) => [sign, i] as const).concat([["两", 2]]));

const oneOf = (words: readonly string[]) => words.join("|");
/** How a number up to some hundreds is written: in digits, in English words, or in Chinese signs. */
const writtenNumber = String.raw`(?:\d[\d,]{0,14}(?:\.\d{1,9})?|(?:${oneOf(tens)})[- ](?:${oneOf(units.slice(0, 9))})|(?:${oneOf([...tens, ...units.toReversed()])})|[一二两三四五六七八九十百]{1,7})`;

/** Null where it is none. */
export function readNumber(written: string): number | null {
  if (/^\d/.test(written)) return Number(written.replaceAll(",", ""));
  if (/^[一二两三四五六七八九十百]+$/.test(written)) return readSigns(written);
  const parts = written
    .toLowerCase()
    .split(/[- ]/)
    .map((word) => english.get(word));
  return parts.some((part) => part === undefined)
    ? null
    : parts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** 五十, 二十五, 一百二十 */
function readSigns(signs: string): number {
  let [sum, digit] = [0, 0];
  for (const sign of signs)
    if (sign === "十" || sign === "百") {
      sum += (digit || 1) * (sign === "十" ? 10 : 100);
      digit = 0;
    } else digit = digits.get(sign) ?? 0;
  return sum + digit;
}

/** What a text says of a quantity, in its own words; `about` where it says so itself. */
export type PromisedRange = { words: string; least: number; most: number; isAbout: boolean };

const about = String.raw`(?:about|around|roughly|approximately|some|circa|ca\.|~|≈|大约|大概|约|差不多)`;
const range = String.raw`(?<first>${writtenNumber})(?:\s*(?:–|-|—|~|～|to|and|or|到|至|或)\s*(?<last>${writtenNumber}))?`;
const begins = String.raw`(?<about>${about}\s*)?(?<![A-Za-z\d.])${range}`;

const passages = String.raw`(?:passages?|cases?|dialogues?|excerpts?|scenes?|items?)`;
const pieces = String.raw`(?:片段|题目|题|案例|对话|段落|选段|短文|文段)`;
const classifier = String.raw`(?:个|段|道|篇|则|条)`;

const caseForms = [
  String.raw`${begins}\s+(?:(?:short|brief|different|such|little|of these|of the)\s+){0,3}${passages}\b`,
  String.raw`${begins}\s*${classifier}?(?:左右)?的?(?:简短|短小|不同)?的?${pieces}`,
  String.raw`${pieces}(?:大约|大概|约|一共|总共|共|的数量)*(?:有|是|为)?\s*${begins}\s*${classifier}`,
];
const minuteForms = [String.raw`${begins}\s*-?\s*(?:minutes?|mins?)\b`, String.raw`${begins}\s*分钟`];
const hourForms = [String.raw`${begins}\s*-?\s*(?:hours?|hrs?)\b`, String.raw`${begins}\s*个?(?:小时|钟头)`];
const wordedMinutes: readonly (readonly [RegExp, number])[] = [
  [/\bhalf an hour\b|半(?:个)?(?:小时|钟头)/giu, 30],
  [/\ban hour and a half\b|\bone and a half hours\b|一个半小时/giu, 90],
  [/(?<!half )\ban hour\b(?! and a half)/giu, 60],
];

// What comes later, or again and again, is no length of the whole.
const beforeOther =
  /(?:\b(?:after|every|within|each|until|for at least) |每隔?|过了?|满) ?(?:(?:about|大?约) ?)?$/iu;
const afterOther = /^ ?(?:later|afterwards|之后|以后|后|内)/iu;

// More than any word that may stand before a number, where each run of blanks is one.
const longestBefore = 40;

function find(given: string, forms: readonly string[], times = 1): PromisedRange[] {
  const text = given.replace(/\s+/g, " ");
  return forms.flatMap((form) =>
    [...text.matchAll(new RegExp(form, "giu"))].flatMap((match): PromisedRange[] => {
      const { first = "", last, about: loosely } = match.groups ?? {};
      const least = readNumber(first);
      const most = last === undefined ? least : readNumber(last);
      if (least === null || most === null) return [];
      const [before, after] = [
        text.slice(Math.max(0, match.index - longestBefore), match.index),
        text.slice(match.index + match[0].length),
      ];
      if (beforeOther.test(before) || afterOther.test(after)) return [];
      const isAbout = loosely !== undefined || new RegExp(`${about} ?(?:有 ?)?$`, "iu").test(before);
      return [{ words: match[0].trim(), least: least * times, most: most * times, isAbout }];
    }),
  );
}

// "In one passage", "two of them": a part, and not the whole.
const fewest = 5;

/** How many passages a text speaks of, wherever it does. */
export const findCaseCounts = (text: string): PromisedRange[] => {
  const found = find(text, caseForms).filter(({ most }) => most >= fewest);
  return found.filter(({ words }, i) => found.findIndex((one) => one.words.includes(words)) === i);
};

/** How long it says that something takes, in minutes. */
export function findDurations(text: string): PromisedRange[] {
  const worded = wordedMinutes.flatMap(([form, minutes]) =>
    [...text.matchAll(form)].map(([words]) => ({ words, least: minutes, most: minutes, isAbout: true })),
  );
  return [...find(text, minuteForms), ...find(text, hourForms, 60), ...worded];
}

const sentences = (text: string) => text.split(/(?<=[.!?:;])\s|[。！？；\n]/u);
// Within reach of each other: a long text without a full stop would be read to its end from each of these words.
const breaks =
  /\b(?:take|have)\b[^.]{0,200}\b(?:breaks?|rests?|pauses?)\b|\bstop at any time\b[^.]{0,200}\b(?:go on|come back|later)\b|\b(?:come back|go on|continue) later\b|\ball the time you (?:need|want|like)\b|\b(?:take|as much|as long as)\b[^.]{0,200}\btime (?:as )?you (?:need|want|like)\b|随时(?:可以)?休息|休息|暂停|(?:以后|之后|稍后|下次)[^。]{0,200}(?:接着|继续)|需要多少时间就用多少/iu;
const denied =
  /\b(?:no|not|without|never|don[’']t|cannot|can[’']t)\b[^.]{0,200}\b(?:breaks?|rests?|pauses?|stop|come back|later)\b|(?:不要|不能|不可|不得|没有|无法)[^。]{0,12}(?:休息|暂停|中断|离开|继续)/iu;

/** The first sentence that lets people rest, or go on another time. */
export const findBreak = (text: string): string | null =>
  sentences(text)
    .find((sentence) => breaks.test(sentence) && !denied.test(sentence))
    ?.trim() ?? null;

const chosen = /\b(?:chosen|selected|picked)\b/iu;
const machine = /\b(?:program|programme|model|computer|machine|AI|system)s?\b/iu;
const decided =
  /\b(?:wrong(?:ly)?|mistakes?|errors?|mistaken|failed|incorrect(?:ly)?|(?:un)?sure|(?:un)?certain(?:ty)?|confiden(?:t|ce))\b/iu;
const chosenZh = /(?:挑选|挑出|选中|选出|选取|选择|抽取)/u;
const machineZh = /(?:程序|模型|机器|人工智能|AI)/u;
const decidedZh = /(?:错|失误|把握|信心|置信|确信)/u;

/** A sentence that says the passages were chosen by what a program got wrong, or by how sure it was. */
export const findSelection = (text: string): string | null =>
  text
    .split(/(?<=[.!?])\s|[。！？\n]/u)
    .find(
      (sentence) =>
        (chosen.test(sentence) && machine.test(sentence) && decided.test(sentence)) ||
        (chosenZh.test(sentence) && machineZh.test(sentence) && decidedZh.test(sentence)),
    )
    ?.trim() ?? null;
