/** Prompts in the release's layout, for tests: what isn't given is plain. */
export type Sample = {
  turns: readonly { header: string; text: string }[];
  candidates: readonly { name: string; profile: string }[];
  preamble?: string;
  depths?: { section?: number; task?: number; candidate?: number; format?: number };
  words?: { conversation?: string; task?: string; candidates?: string; format?: string };
  markers?: readonly [begin: string, end: string];
  number?: (index: number) => string;
  gap?: string;
  /** What the last section says. */
  tail?: string;
};

export function writePrompt(sample: Sample): string {
  const { depths = {}, words = {}, markers = ["[Begin]", "[End]"], gap = "\n" } = sample;
  const { number = (index) => `${index + 1}. ` } = sample;
  const section = depths.section ?? 1;
  const title = (depth: number, text: string) => `${"#".repeat(depth)} ${text}`;
  return [
    sample.preamble ?? "You are a specialist for telling who speaks.",
    title(section, words.conversation ?? "Conversation"),
    ...sample.turns.flatMap(({ header, text }) => [header, markers[0], text, markers[1]]),
    title(depths.task ?? section, words.task ?? "Task"),
    "Estimate the probability of each candidate; they sum to 1.",
    title(section, words.candidates ?? "Character Candidates"),
    ...sample.candidates.flatMap(({ name, profile }, index) => [
      title(depths.candidate ?? section + 1, number(index) + name),
      profile,
    ]),
    title(depths.format ?? section, words.format ?? "Response Format"),
    sample.tail ?? 'Answer with a JSON object {"name": probability}.',
  ].join(gap);
}
