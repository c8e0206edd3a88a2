import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { csv, makePrompt } from "#lib/testing/benchmark-files.ts";

export const trackNames = ["Literary", "Drama", "Expertise"] as const;
export type TrackName = (typeof trackNames)[number];
export type Counts = Readonly<Record<TrackName, number>>;

/** Cases and options of the public release, and characters with which its files come to its size. */
const tracks = {
  Literary: { cases: 26_208, options: 4, characters: 7400, language: "en" },
  Drama: { cases: 1658, options: 4, characters: 1900, language: "zh" },
  Expertise: { cases: 699, options: 5, characters: 7000, language: "en" },
} as const;

export function scaleCounts(scale: number): Counts {
  const scaled = (name: TrackName) => Math.max(10, Math.round(tracks[name].cases * scale));
  return { Literary: scaled("Literary"), Drama: scaled("Drama"), Expertise: scaled("Expertise") };
}

/** Nineteen that nobody has made, with how often the right answer is their favourite. */
export const models: readonly { name: string; skill: number }[] = Array.from({ length: 19 }, (_, index) => ({
  name: `model-${index + 1}`,
  skill: 0.28 + 0.025 * ((index * 7) % 19),
}));

type Random = { share: () => number; below: (limit: number) => number };

function randomFrom(seed: number, stream: number): Random {
  const next = wholeNumbers(seed, stream);
  return { share: () => toShare(next()), below: (limit) => next() % limit };
}

const words = {
  en: `the and of to a in that he was it his with as had her for at but she on have which him they from said were
    would there when who what their could then little very time before never should old where house nothing last came
    night back room young left heart door under home father mother sister brother garden window letter evening water
    street winter candle harbour ledger orchard uncle doctor captain bridge river kettle basket lantern promise`,
  zh: `我们 你们 他们 没有 知道 自己 怎么 现在 时候 已经 可以 因为 所以 但是 如果 还是 就是 觉得 事情 今天 明天 昨天
    晚上 早上 回来 出去 回家 说话 告诉 听见 看见 想起 记得 父亲 母亲 哥哥 姐姐 老师 医生 船工 掌柜 码头 茶馆 院子`,
};

/** Made once: putting 245 MB together word by word would take most of the bench's time. */
function makePhrases(language: keyof typeof words): string[] {
  const random = randomFrom(1, language === "en" ? 1 : 2);
  const list = words[language].trim().split(/\s+/);
  const [glue, end] = language === "en" ? [" ", ". "] : ["", "。"];
  return Array.from(
    { length: 5000 },
    () => Array.from({ length: 4 + random.below(9) }, () => list[random.below(list.length)]).join(glue) + end,
  );
}
const phrases = { en: makePhrases("en"), zh: makePhrases("zh") };

function passage({ below }: Random, language: keyof typeof words, characters: number): string {
  let text = "";
  while (text.length < characters) text += phrases[language][below(phrases[language].length)];
  return text.trim();
}

const given = "Agnes Albert Beatrice Clara Edgar Felix Hannah Hugh Ida Luke Nell Silas".split(" ");
const family = "Ashby Birch Colby Dray Fenwick Hale Keats Marsh Oakes Pike Thorne Wade".split(" ");

type MadeCase = { fields: string; names: readonly string[]; gold: number };

/** A case as the release's files write it; the same seed makes the same one. */
function makeCase(seed: number, track: TrackName, index: number): MadeCase {
  const random = randomFrom(seed, index * trackNames.length + trackNames.indexOf(track));
  const { options, characters, language } = tracks[track];
  const first = random.below(given.length);
  const names = Array.from(
    { length: options },
    (_, at) => `${given[(first + at) % given.length]} ${family[random.below(family.length)]}`,
  );
  const gold = random.below(options);
  const half = (characters / 2) * (0.7 + 0.6 * random.share());
  const prompt = makePrompt({
    names,
    said: passage(random, language, half),
    answered: passage(random, language, half),
  });
  return { fields: csv([[prompt, names[gold] ?? "", ...names]], ""), names, gold };
}

/** Passes on a megabyte at a time: nineteen of them are open at once. */
class ChunkFile {
  readonly #file: number;
  #held: string[] = [];
  #length = 0;
  bytes = 0;

  constructor(file: string) {
    this.#file = openSync(file, "w");
  }

  write(text: string): void {
    this.#held.push(text);
    this.#length += text.length;
    if (this.#length > 1_000_000) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    const data = Buffer.from(this.#held.join(""));
    for (let at = 0; at < data.length;) at += writeSync(this.#file, data, at);
    this.bytes += data.length;
    this.#held = [];
    this.#length = 0;
  }
}

type Size = { dir: string; seed: number; cases: Counts };

const columnsOf = (track: TrackName) => [
  "prompt",
  "gt",
  ...Array.from({ length: tracks[track].options }, (_, index) => `option${index + 1}`),
];

/** Literary.csv, Drama.csv and Expertise.csv in the layout of the public release. */
export function writeBenchmark({ dir, seed, cases }: Size): {
  files: Record<TrackName, string>;
  bytes: number;
} {
  let bytes = 0;
  const files = trackNames.map((track) => {
    const file = path.join(dir, `${track}.csv`);
    const out = new ChunkFile(file);
    out.write(csv([columnsOf(track)]));
    for (let index = 0; index < cases[track]; index++) out.write(`${makeCase(seed, track, index).fields}\n`);
    out.close();
    bytes += out.bytes;
    return [track, file] as const;
  });
  return { files: Object.fromEntries(files) as Record<TrackName, string>, bytes };
}

const resultColumns = ["res", "response", "success", "cost", "tokens", "prob1", "prob2", "prob3", "prob4"];
export type ResultFile = { model: string; track: TrackName; file: string };

/** Track_model.csv as the reference code writes them: the whole benchmark again, and the answers. */
export function writeResults({ dir, seed, cases }: Size): {
  files: ResultFile[];
  bytes: number;
  rows: number;
} {
  let [bytes, rows] = [0, 0];
  const files = trackNames.flatMap((track) => {
    const writers = models.map(({ name, skill }) => {
      const file = path.join(dir, `${track}_${name}.csv`);
      const out = new ChunkFile(file);
      out.write(csv([[...columnsOf(track), ...resultColumns]]));
      return { name, skill, file, out };
    });
    for (let index = 0; index < cases[track]; index++) {
      const made = makeCase(seed, track, index);
      for (const [at, { skill, out }] of writers.entries()) {
        const random = randomFrom(seed + at + 1, index * trackNames.length + trackNames.indexOf(track));
        out.write(`${made.fields},${csv([resultFields(random, skill, made)])}`);
        rows += 1;
      }
    }
    return writers.map(({ name, file, out }) => {
      out.close();
      bytes += out.bytes;
      return { model: name, track, file };
    });
  });
  return { files, bytes, rows };
}

/** One call in two hundred failed. Of five options the reference code writes four probabilities. */
function resultFields(random: Random, skill: number, { names, gold }: MadeCase) {
  if (random.share() < 0.005) return ["", "", "-1.0", "", "", "", "", "", ""];
  const favourite = random.share() < skill ? gold : random.below(names.length);
  const top = 30 + 5 * random.below(14);
  const rest = Math.floor((100 - top) / (names.length - 1));
  const left = 100 - top - rest * (names.length - 1);
  const parts = names.map((_, at) => (at === favourite ? top + left : rest));
  const response = `{${names.map((name, at) => `"${name}": ${(parts[at] ?? 0) / 100}`).join(", ")}}`;
  return [
    names[favourite] ?? "",
    response,
    favourite === gold ? "1.0" : "0.0",
    "0.001",
    "120.0",
    ...parts.slice(0, 4).map((part) => part / 100),
  ];
}
