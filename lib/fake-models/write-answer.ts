import type { AskedEntry } from "#lib/fake-models/asked-form.ts";
import type { FakeScript } from "#lib/fake-models/scripts.ts";

/** The text of an answer whose shares are in hundredths. */
export function writeAnswer(
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
  switch (script) {
    case "prose":
      return `${words} I am ${Math.max(...shares)} per cent sure of it, and can’t say more.`;
    case "two-objects":
      return `At first I thought:\n\n${writeObject(options, scaled(1).reverse(), "")}\n\nBut no. ${whole}`;
    case "wrong-names":
      return fenced(
        scaled(1),
        options.map((name) => `${name} the Elder`),
      );
    case "sum-97":
      return fenced(scaled(0.97));
    case "sum-130":
      return fenced(scaled(1.3));
    case "comma":
      return fenced(scaled(1), options, ",");
    case "percent":
      return fenced(shares.map((share) => `"${share}%"`));
    case "length":
      return whole.slice(0, Math.floor(whole.length * 0.7));
    case "think":
      return `<think>\nPerhaps {"${favourite}": 1}, or not.\n</think>\n\n${whole}`;
    case "empty":
    case "filtered":
      return "";
    default:
      return whole;
  }
}

/** The same of a form: under each name what was drawn for it, or a sentence. */
export function writeForm(
  form: readonly AskedEntry[],
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
  const whole = write((value) => value);
  switch (script) {
    case "prose":
      return `I would say ${chosen.join(", ")}, and can’t put it otherwise.`;
    case "two-objects":
      return `At first I thought of {"doubt": 1}. But no.\n\n${whole}`;
    case "wrong-names":
      return write((value) => `${value} the Elder`);
    case "sum-97":
    case "sum-130":
      return write((value) =>
        typeof value === "number" ? value * (script === "sum-97" ? 0.97 : 1.3) : value,
      );
    case "comma":
      return write((value) => value, ",");
    case "length":
      return whole.slice(0, Math.floor(whole.length * 0.7));
    case "think":
      return `<think>\nPerhaps {"doubt": 1}, or not.\n</think>\n\n${whole}`;
    case "empty":
    case "filtered":
      return "";
    default:
      return whole;
  }
}

/** The same of lines, each with what was drawn for it. */
export function writeLines(
  lines: readonly { name: string }[],
  chosen: readonly (string | number)[],
  script: FakeScript | null,
): string {
  const write = (change: (value: string | number) => string | number) =>
    lines.map(({ name }, at) => `${name}: ${change(chosen[at] ?? "")}`).join("\n");
  const whole = write((value) => value);
  switch (script) {
    case "prose":
      return `I would say ${chosen.join(", ")}, and can’t put it otherwise.`;
    case "wrong-names":
      return write((value) => `${value} the Elder`);
    case "length":
      return whole.slice(0, Math.floor(whole.length * 0.7));
    case "think":
      return `<think>\nQ1: ${chosen.at(-1)}, or not.\n</think>\n\n${whole}`;
    case "empty":
    case "filtered":
      return "";
    default:
      return whole;
  }
}

const sentence = "It reads like that.";

const writeObject = (names: readonly string[], numbers: readonly string[], end: string) =>
  `{${names.map((name, at) => `\n  ${JSON.stringify(name)}: ${numbers[at]}`).join(",")}${end}\n}`;
