import type { MadeCase } from "#bench/support/personaeval/writing/cases.ts";
import type { MadeUpModel } from "#bench/support/personaeval/writing/models.ts";
import type { Prose } from "#bench/support/personaeval/writing/prose.ts";
import type { Random } from "#bench/support/personaeval/writing/random.ts";

/** A probability in hundred-thousandths, so that what is written and what is counted is one number. */
export type Parts = readonly number[];
const WHOLE = 100_000;

export type Answer = { parts: Parts; choice: number };

/** Which option is most probable to the model and how sure it is: rounded as models round, with ties. */
export function answer(random: Random, model: MadeUpModel, { names, gold }: MadeCase): Answer {
  const count = names.length;
  const favourite = random.chance(model.skill) ? gold : random.below(count);
  const parts = spread(random, count, favourite);
  // Models don't always add up; the reference code writes what they said.
  if (random.chance(0.02)) parts[random.below(count)]! += 1000;
  const top = Math.max(...parts);
  const first = parts.indexOf(top);
  // And now and then the answer that was read from the text is not the one with the largest number.
  return { parts, choice: random.chance(0.003) ? random.below(count) : first };
}

function spread(random: Random, count: number, favourite: number): number[] {
  const kind = random.next();
  const parts = Array.from({ length: count }, () => 0);
  if (kind < 0.02) return parts.map((_, index) => (index === favourite ? WHOLE : 0));
  if (kind < 0.03) return parts.map((_, index) => (index === favourite ? WHOLE - (count - 1) : 1));
  if (kind < 0.05) return parts.map(() => WHOLE / count);
  const [step, least] = random.chance(0.6) ? [5000, 30_000] : [1000, 25_000];
  let left = WHOLE;
  const give = (index: number, amount: number) => {
    parts[index]! += amount;
    left -= amount;
  };
  give(favourite, least + step * random.below((95_000 - least) / step + 1));
  if (kind < 0.1 && left >= (parts[favourite] ?? 0)) give((favourite + 1) % count, parts[favourite] ?? 0);
  for (let index = 0; index < count; index++) {
    if (index !== favourite) give(index, Math.floor(random.next() * (left / step)) * step);
  }
  give((favourite + 1 + random.below(count - 1)) % count, left);
  return parts;
}

const written = new Map<number, string>();

/** As Python writes a float. */
export function writeProbability(parts: number): string {
  const known = written.get(parts);
  if (known !== undefined) return known;
  const text = parts > 0 && parts < 10 ? `${parts}e-05` : pythonFloat(parts / WHOLE);
  written.set(parts, text);
  return text;
}

export function pythonFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value).replace(/e-(\d)$/, "e-0$1");
}

/** What a model says: some thinking, then an object of names and numbers. */
export function writeResponse(
  random: Random,
  model: MadeUpModel,
  names: readonly string[],
  { parts }: Answer,
  prose: Prose,
): string {
  const numbers = names.map(
    (name, index) => `${JSON.stringify(name)}: ${writeProbability(parts[index] ?? 0)}`,
  );
  const object = `{${numbers.join(", ")}}`;
  if (model.verbosity === 0) return object;
  const length = model.verbosity * 2 * random.next() * (prose.blank === "" ? 0.4 : 1);
  return `${prose.passage(random, length)}\n\`\`\`json\n${object}\n\`\`\``;
}
