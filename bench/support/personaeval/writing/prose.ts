import { chineseWords } from "#bench/support/personaeval/writing/words-chinese.ts";
import { englishWords } from "#bench/support/personaeval/writing/words-english.ts";
import { randomFrom, type Random } from "#bench/support/personaeval/writing/random.ts";

export type Language = "en" | "zh";

export type Prose = {
  sentence: (random: Random) => string;
  /** Sentences until there are as many characters as asked for. */
  passage: (random: Random, characters: number) => string;
  blank: string;
};

const PHRASES = 30_000;
const SLOTS = 4096;

/** Zipf's law: the further back a word stands, the rarer it is. */
function makeSlots(words: readonly string[]): string[] {
  const total = words.reduce((sum, _, index) => sum + 1 / (index + 12), 0);
  return words.flatMap((word, index) => {
    const share = 1 / (index + 12) / total;
    return Array.from({ length: Math.max(1, Math.round(share * SLOTS)) }, () => word);
  });
}

/** Phrases are made once: putting 244 MB together word by word would take most of the bench's time. */
function makePhrases(words: readonly string[], glue: string, random: Random): string[] {
  const slots = makeSlots(words);
  return Array.from({ length: PHRASES }, () =>
    Array.from({ length: 3 + random.below(5) }, () => random.pick(slots)).join(glue),
  );
}

type Marks = { glue: string; pauses: readonly string[]; ends: readonly string[]; blank: string };
const marks: Record<Language, Marks> = {
  en: {
    glue: " ",
    pauses: [", ", ", ", " and ", "; ", " - ", ", but "],
    ends: [".", ".", ".", "?", "!"],
    blank: " ",
  },
  zh: { glue: "", pauses: ["，", "，", "，", "；", "……"], ends: ["。", "。", "。", "？", "！"], blank: "" },
};

function makeProse(language: Language): Prose {
  const { glue, pauses, ends, blank } = marks[language];
  const words = language === "en" ? englishWords : chineseWords;
  const phrases = makePhrases(words, glue, randomFrom("phrases", language));
  const sentence = (random: Random) => {
    let text = random.pick(phrases);
    for (let more = random.below(4); more > 0; more--) text += random.pick(pauses) + random.pick(phrases);
    return text.charAt(0).toUpperCase() + text.slice(1) + random.pick(ends);
  };
  const passage = (random: Random, characters: number) => {
    let text = sentence(random);
    while (text.length < characters) text += blank + sentence(random);
    return text;
  };
  return { sentence, passage, blank };
}

const made = new Map<Language, Prose>();

export function proseOf(language: Language): Prose {
  const prose = made.get(language) ?? makeProse(language);
  made.set(language, prose);
  return prose;
}
