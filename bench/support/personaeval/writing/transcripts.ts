import { proseOf, type Language } from "#bench/support/personaeval/writing/prose.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";

type Wanted = { seed: number; characters: number; language?: Language };

const names = {
  en: ["Interviewer", "Maud Tregenza", "Ola Brandt", "The archivist"],
  zh: ["采访者", "林望舒", "卫秋实", "档案员"],
} as const;

const two = (count: number) => String(count).padStart(2, "0");
/** People speak about fifteen characters a second. */
const timeAt = (characters: number) => {
  const seconds = Math.floor(characters / 15);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(":");
};

/** A case of a review: an interview of so many characters, in which two people speak most and others now and then. */
export function makeTranscript({ seed, characters, language = "en" }: Wanted) {
  const random = randomFrom("transcript", seed, language);
  const prose = proseOf(language);
  const [asks, answers, ...others] = names[language];
  const turns: { speaker: string; text: string; at: string }[] = [];
  for (let said = 0; said < characters;) {
    const isAsked = turns.length % 2 === 0;
    const speaker = random.chance(0.03) ? random.pick(others) : isAsked ? asks : answers;
    const text = prose.passage(random, isAsked ? 20 + random.below(80) : 60 + random.below(500));
    turns.push({ speaker, text, at: timeAt(said) });
    said += text.length;
  }
  return {
    id: `interview-${seed}`,
    track: language === "en" ? "Interviews" : "访谈",
    kind: "document",
    content: { title: `${answers}, ${seed}`, turns },
  };
}
