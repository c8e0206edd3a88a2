import { hash } from "node:crypto";
import {
  type FormEntry,
  readPromptOptions,
  readRequestedForm,
  readRequestedLines,
} from "#lib/fake-models/prompt-options.ts";
import { readModelName, type FakeModel, type FakeScript } from "#lib/fake-models/scripts.ts";

export type FakeAnswer = {
  /** The script that this try keeps to; null for a plain answer. */
  script: FakeScript | null;
  /** As they stand in the prompt; of a form that asks for several things, those of the first. */
  options: readonly string[];
  /** Of each option, in hundredths. Of a form the first that has most is what is said. */
  shares: readonly number[];
  text: string;
  reasoning: string;
  tokens: { input: number; output: number; reasoning: number };
};

const digestOf = (...parts: readonly (string | number)[]) => hash("sha256", parts.join("\n"), "buffer");

/**
 * `question`: the part of the prompt where the options stand, all of it if it isn't told: cases shown first have others.
 * `draw`: the seed of a request whose temperature is above 0. `before`: how many tries of this prompt came before.
 */
type FakeAnswerOptions = { question?: string; draw?: number | null; before?: number };

/**
 * What a fake model says to a prompt: the same whoever asks, and known to whoever knows prompt and seed. It knows nothing of
 * right answers: the option it takes for right is drawn. Other draws take other options for right, as often as the shares
 * say that stand there without one.
 */
export function answerOf(
  model: string,
  seed: number,
  prompt: string,
  { question = prompt, draw = null, before = 0 }: FakeAnswerOptions = {},
): FakeAnswer {
  const fake = requireModel(model);
  const script = before < failingTries(model, seed, prompt) ? fake.script : null;
  const form = readRequestedForm(prompt);
  const lines = readRequestedLines(question);
  const asked = form ?? (lines.length > 0 ? lines : null);
  const lots = asked?.flatMap(({ name, values }) => (values ? [{ name, options: values }] : []));
  const drawn = (lots ?? [{ name: "", options: readPromptOptions(question) }]).map(
    ({ name, options }, at) => {
      // What is drawn first needs no name, so that what prompts with options are answered stays as it was.
      const of = at === 0 ? [seed, model, prompt] : [seed, model, prompt, name];
      const base = share(fake.sure, options.length, digestOf(...of));
      return { options, shares: draw === null ? base : redraw(fake.sure, base, digestOf(...of, draw)) };
    },
  );
  const [{ options, shares } = { options: [], shares: [] }] = drawn;
  const names = options.map(String);
  const chosen = drawn.map((one) => one.options[one.shares.indexOf(Math.max(...one.shares))] ?? "");
  const text = form
    ? writeForm(form, chosen, script)
    : lines.length > 0
      ? writeLines(lines, chosen, script)
      : writeAnswer(names, shares, script);
  return { script, options: names, shares, ...count(script, text, names, prompt) };
}

/** How often in a row a fake model keeps to its script before it answers the prompt; Infinity where it always does. */
export function failingTries(model: string, seed: number, prompt: string): number {
  const { script, every, tries } = requireModel(model);
  if (script === null || !isEvery(every, seed, prompt)) return 0;
  return tries ?? Number.POSITIVE_INFINITY;
}

/** The last four bytes say whether; the draw takes the first ones. */
const isEvery = (every: number, seed: number, prompt: string) =>
  every === 1 || digestOf(seed, "every", prompt).readUInt32BE(28) % every === 0;

function requireModel(model: string): FakeModel {
  const fake = readModelName(model);
  if (!fake) throw new Error(`${model} isn’t the name of a fake model`);
  return fake;
}

/** The option drawn gets what the name says, and the others share what is left. */
function share(sure: number, options: number, digest: Buffer): number[] {
  if (options === 0) return [];
  return shareAround(sure, options, digest.readUInt32BE(0) % options, digest);
}

function shareAround(sure: number, options: number, favourite: number, digest: Buffer): number[] {
  const shares = Array.from({ length: options }, (_, at) => (at === favourite ? sure : 0));
  const others = [...shares.keys()].filter((at) => at !== favourite);
  let left = 100 - sure;
  for (const [place, at] of others.entries()) {
    const isLast = place === others.length - 1;
    const share = isLast ? left : Math.floor((left * digest.readUInt8(4 + (at % 20))) / 256);
    shares[at] = share;
    left -= share;
  }
  if (others.length === 0) shares[favourite] = 100;
  return shares;
}

function redraw(sure: number, base: readonly number[], digest: Buffer): number[] {
  if (base.length === 0) return [];
  let left = digest.readUInt32BE(0) % 100;
  const favourite = base.findIndex((one) => (left -= one) < 0);
  return shareAround(sure, base.length, favourite, digest);
}

function count(script: FakeScript | null, text: string, options: readonly string[], prompt: string) {
  const reasoning =
    script === "reasoning" ? `I compare ${options.join(", ")} with how the speaker talks.` : "";
  const reasoned = countTokens(reasoning);
  const tokens = { input: countTokens(prompt), output: countTokens(text) + reasoned, reasoning: reasoned };
  return { text, reasoning, tokens };
}

/** Four characters are a token, so that anybody can count them. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** A whole answer, or what a script makes of it: what is of its form alone, or what is the same of every form. */
function spoil(
  script: FakeScript | null,
  whole: string,
  thought: string,
  own: Partial<Record<FakeScript, () => string>>,
): string {
  if (script === null) return whole;
  const of: Partial<Record<FakeScript, () => string>> = {
    length: () => whole.slice(0, Math.floor(whole.length * 0.7)),
    think: () => `<think>\n${thought}, or not.\n</think>\n\n${whole}`,
    empty: () => "",
    filtered: () => "",
    ...own,
  };
  return of[script]?.() ?? whole;
}

/** The text of an answer whose shares are in hundredths. */
function writeAnswer(
  options: readonly string[],
  shares: readonly number[],
  script: FakeScript | null,
): string {
  const favourite = options[shares.indexOf(Math.max(...shares))] ?? "nobody";
  const words = `The words fit ${favourite} best.`;
  const fenced = (numbers: readonly string[], names = options, end = "") =>
    `${words}\n\n\`\`\`json\n${writeObject(names, numbers, end)}\n\`\`\`\n`;
  const scaled = (factor: number) => shares.map((share) => String(Math.round(share * factor * 100) / 10_000));
  const whole = fenced(scaled(1));
  return spoil(script, whole, `Perhaps {"${favourite}": 1}`, {
    prose: () => `${words} I am ${Math.max(...shares)} per cent sure of it, and can’t say more.`,
    "two-objects": () =>
      `At first I thought:\n\n${writeObject(options, scaled(1).reverse(), "")}\n\nBut no. ${whole}`,
    "wrong-names": () =>
      fenced(
        scaled(1),
        options.map((name) => `${name} the Elder`),
      ),
    "sum-97": () => fenced(scaled(0.97)),
    "sum-130": () => fenced(scaled(1.3)),
    comma: () => fenced(scaled(1), options, ","),
    percent: () => fenced(shares.map((share) => `"${share}%"`)),
  });
}

const writeProse = (chosen: readonly (string | number)[]) =>
  `I would say ${chosen.join(", ")}, and can’t put it otherwise.`;

/** The same of a form: under each name what was drawn for it, or a sentence. */
function writeForm(
  form: readonly FormEntry[],
  chosen: readonly (string | number)[],
  script: FakeScript | null,
): string {
  const left = [...chosen];
  const said = form.map(({ name, values }) => [name, values ? (left.shift() ?? "") : sentence] as const);
  const write = (change: (value: string | number) => string | number, end = "") =>
    writeObject(
      said.map(([name]) => name),
      said.map(([, value]) => JSON.stringify(value === sentence ? value : change(value))),
      end,
    );
  const scaled = (factor: number) => write((value) => (typeof value === "number" ? value * factor : value));
  const whole = write((value) => value);
  return spoil(script, whole, 'Perhaps {"doubt": 1}', {
    prose: () => writeProse(chosen),
    "two-objects": () => `At first I thought of {"doubt": 1}. But no.\n\n${whole}`,
    "wrong-names": () => write((value) => `${value} the Elder`),
    "sum-97": () => scaled(0.97),
    "sum-130": () => scaled(1.3),
    comma: () => write((value) => value, ","),
  });
}

/** The same of lines, each with what was drawn for it. */
function writeLines(
  lines: readonly { name: string }[],
  chosen: readonly (string | number)[],
  script: FakeScript | null,
): string {
  const write = (change: (value: string | number) => string | number) =>
    lines.map(({ name }, at) => `${name}: ${change(chosen[at] ?? "")}`).join("\n");
  return spoil(
    script,
    write((value) => value),
    `Q1: ${chosen.at(-1)}`,
    {
      prose: () => writeProse(chosen),
      "wrong-names": () => write((value) => `${value} the Elder`),
    },
  );
}

const sentence = "It reads like that.";

const writeObject = (names: readonly string[], numbers: readonly string[], end: string) =>
  `{${names.map((name, at) => `\n  ${JSON.stringify(name)}: ${numbers[at]}`).join(",")}${end}\n}`;
