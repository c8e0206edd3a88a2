import { z } from "zod";
import type { LogAnswer, LogSample } from "#lib/model-logs/log-sample.ts";

// A line of the harness's samples: what was asked of a model about one document, under one filter.

const argument = z.looseObject({ arg_0: z.string(), arg_1: z.unknown().optional() });
/** How probable a text was, as a logarithm that stands there as text, and whether it was the most probable one. */
const likelihood = z.tuple([
  z.union([z.string().regex(/^-?(?:\d|inf|\.)/i), z.number()]).transform(Number),
  z.union([z.boolean(), z.enum(["True", "False"])]),
]);
const likelihoods = z.array(likelihood).min(2);

export const lmEvalLine = z.looseObject({
  doc_id: z.int().nonnegative(),
  doc: z.record(z.string(), z.unknown()),
  target: z.union([z.string(), z.number(), z.array(z.unknown())]).nullish(),
  arguments: z.record(z.string(), argument),
  /** Of every time that was asked, what was written. */
  resps: z.array(z.unknown()).min(1),
  filtered_resps: z.array(z.unknown()).default([]),
  filter: z.string().default("none"),
  /** A program made the answer up, as this product writes it of simulated people. */
  fake: z.boolean().default(false),
});
export type LmEvalLine = z.output<typeof lmEvalLine>;

const measuredPair = z.tuple([z.union([z.string(), z.number(), z.null()]), likelihood.def.items[1]]);
/** Options were measured, and for one of them no number came out. */
export const lacksNumbers = ({ filtered_resps: given }: LmEvalLine): boolean =>
  z.array(measuredPair).min(2).safeParse(given).success && !likelihoods.safeParse(given).success;

/** How probable the text of each option was. */
export const hasLikelihoods = ({ filtered_resps: given }: LmEvalLine): boolean =>
  likelihoods.safeParse(given).success;

export function sampleOf(line: LmEvalLine, at: number): LogSample {
  const { doc_id: id, doc, target, fake } = line;
  const [first] = argumentsOf(line);
  const told = Object.entries(doc).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[`doc.${name}`, String(value)] as const] : [],
  );
  const options = optionsIn(doc);
  const answer = answerOf(line);
  return {
    name: `doc_id ${id}`,
    line: at,
    epoch: 1,
    keys: new Map(told),
    prompt: first?.arg_0 ?? null,
    options,
    targets: target == null || target === "" ? [] : targetsOf(target, options, answer),
    answer,
    tokens: null,
    isFake: fake,
  };
}

/** A list of texts, or beside their letters under `text`. */
function optionsIn({ choices }: LmEvalLine["doc"]): readonly string[] | null {
  const listed = Array.isArray(choices) ? choices : (choices as { text?: unknown } | undefined)?.text;
  const options = z.array(z.string()).min(1).safeParse(listed);
  return options.success ? options.data : null;
}

const byNumber = new Intl.Collator("en", { numeric: true });
const argumentsOf = ({ arguments: all }: LmEvalLine) =>
  Object.entries(all)
    .toSorted(([a], [b]) => byNumber.compare(a, b))
    .map(([, one]) => one);

const indexes = /^(?:\d{1,4}|\[\d{1,4}(?:, \d{1,4}){0,99}\])$/;

/**
 * Of a choice, the places of the right ones; else a text. The harness writes both as texts: "0" is a place among options that
 * were measured, and of written answers where no option is called so.
 */
function targetsOf(
  target: NonNullable<LmEvalLine["target"]>,
  told: readonly string[] | null,
  answer: LogAnswer,
): string[] {
  const isMeasured = answer.kind === "likelihoods";
  const options = told ?? (isMeasured ? answer.options : null);
  return [target].flat().flatMap((one) => {
    if (typeof one === "number") return options?.[one] ?? String(one);
    const text = String(one);
    if (!options || !indexes.test(text) || (!isMeasured && options.includes(text))) return text;
    return text.match(/\d+/g)?.map((place) => options[Number(place)] ?? text) ?? [];
  });
}

function answerOf(line: LmEvalLine): LogAnswer {
  const measured = likelihoods.safeParse(line.filtered_resps);
  if (measured.success) {
    const options = argumentsOf(line).map(({ arg_1: text }) => (typeof text === "string" ? text.trim() : ""));
    return { kind: "likelihoods", options, logarithms: measured.data.map(([logarithm]) => logarithm) };
  }
  // Asked several times, the first answer is the one: the others are for majorities.
  const [written] = line.resps.flat(2);
  const [filtered] = line.filtered_resps.flat();
  const response = typeof written === "string" ? written : "";
  return {
    kind: "text",
    response,
    taken: typeof filtered === "string" && filtered !== response ? filtered : null,
  };
}
