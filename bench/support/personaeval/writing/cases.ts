import { levels, makeNames } from "#bench/support/personaeval/writing/people.ts";
import { proseOf } from "#bench/support/personaeval/writing/prose.ts";
import { writePrompt } from "#bench/support/personaeval/writing/prompt.ts";
import { randomFrom, type Random } from "#bench/support/personaeval/writing/random.ts";
import { trackFiles, type TrackName } from "#bench/support/personaeval/writing/tracks.ts";

export type MadeCase = {
  index: number;
  prompt: string;
  names: readonly string[];
  profiles: readonly string[];
  gold: number;
  /** Whether its prompt is in the layout of the release. */
  parses: boolean;
  /** Whether it says the same as the case before it. */
  repeats: boolean;
};

const REPEATS_EVERY = 1500;

/** The cases of a track, the same ones for the same seed; none of them is kept. */
export function* makeCases(seed: number, track: TrackName, count: number): Generator<MadeCase> {
  for (let index = 0; index < count; index++) {
    const repeats = index > 0 && (index % REPEATS_EVERY === REPEATS_EVERY - 1 || index === count - 1);
    yield { ...makeCase(seed, track, repeats ? index - 1 : index), index, repeats };
  }
}

function makeCase(seed: number, track: TrackName, index: number): Omit<MadeCase, "index" | "repeats"> {
  const random = randomFrom(seed, track, index);
  const { language, options, length, profileLength } = trackFiles[track];
  const prose = proseOf(language);
  const isLeveled = track === "Expertise";
  const names = isLeveled ? [...levels] : makeNames(random, language, options);
  const gold = random.below(options);
  const speaker = chooseSpeaker(random, names, gold, language);
  const profiles = names.map(() => prose.passage(random, profileLength * (0.5 + random.next())));
  const parses = !random.chance(0.004) && index !== 5;
  const scene = { language, speaker, names, profiles, length: length[0] + random.below(length[1]) };
  const written = writePrompt(random, prose, scene);
  const laidOut = parses ? written : spoil(written, random.chance(0.5));
  // Some copies went through a Windows editor.
  const prompt = random.chance(0.01) ? laidOut.replaceAll("\n", "\r\n") : laidOut;
  return { prompt, names, profiles, gold, parses };
}

/** Often the one who has just spoken stands among the candidates too: a trap, never the right answer. */
function chooseSpeaker(random: Random, names: readonly string[], gold: number, language: "en" | "zh") {
  const others = names.filter((_, index) => index !== gold);
  return random.chance(0.3) ? random.pick(others) : makeNames(random, language, 1)[0] || "Somebody";
}

/** Without its headings or without its candidates a prompt is only a text. */
function spoil(prompt: string, keepsHeadings: boolean): string {
  if (keepsHeadings) return prompt.slice(0, prompt.search(/^#+ (Character Candidates|候选角色)$/m));
  return prompt.replaceAll(/^[#[].*\n/gm, "");
}
