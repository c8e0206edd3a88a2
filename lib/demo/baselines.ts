/** What a baseline is shown of a case: the same as a participant. */
export type DemoCase = {
  id: string;
  track: string;
  content: { turns: readonly { speaker: string | null; parts: readonly { text: string }[] }[] };
  options: readonly { name: string; profile: string }[];
  gold: string;
};

export type Baseline = {
  model: string;
  method: string;
  notes: string;
  /** Made up from the right answers: marked for good, wherever its figures go. */
  isFake: boolean;
  answer: (given: DemoCase, all: readonly DemoCase[]) => readonly number[];
};

/** Words of four letters and more, and pairs of Chinese characters: what is left when the small words are gone. */
function tokensOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{Script=Latin}{4,}/gu) ?? [];
  const runs = text.match(/\p{Script=Han}{2,}/gu) ?? [];
  const pairs = runs.flatMap((run) => {
    const characters = [...run];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  return new Set([...words, ...pairs]);
}

/** One more than the words that the unknown speaker's turn shares with name and profile, as shares of all. */
export function answerByOverlap({ content, options }: DemoCase): readonly number[] {
  const said = content.turns.filter(({ speaker }) => speaker === null).flatMap(({ parts }) => parts);
  const words = tokensOf(said.map(({ text }) => text).join(" "));
  const shared = options.map(({ name, profile }) => {
    const theirs = tokensOf(`${name} ${profile}`);
    return 1 + [...words].filter((word) => theirs.has(word)).length;
  });
  const sum = shared.reduce((total, count) => total + count, 0);
  return shared.map((count) => count / sum);
}

export const answerUniformly = ({ options }: DemoCase): readonly number[] =>
  options.map(() => 1 / options.length);

export const baselines: readonly Baseline[] = [
  {
    model: "Lexical overlap",
    method: "baseline",
    isFake: false,
    notes:
      "Not a model: probabilities proportional to the words that the answer shares with each candidate’s name and profile. The demo cases were written to mislead exactly this.",
    answer: answerByOverlap,
  },
  {
    model: "Uniform",
    method: "baseline",
    isFake: false,
    notes: "Not a model: the same probability for every option. Its first choice is always the first option.",
    answer: answerUniformly,
  },
];
