import { z } from "zod";
import { unknownKey } from "#lib/task-kinds/dialogue.ts";
import { formatOriginName, originSchema } from "#lib/task-kinds/pair/origins.ts";
import { questionSchema } from "#lib/task-kinds/pair/questions.ts";
import { partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";

/** Only a judged part has an origin, and each judged part has one. */
const pairPart = z.strictObject(
  { ...textPart.shape, origin: originSchema.optional() },
  { error: unknownKey("A part", "role, text and origin") },
);
type PairPart = z.infer<typeof pairPart>;

/** `content` of a line. */
export const pairInput = partsContent(pairPart, 2).check(({ value, issues }) => {
  for (const problem of findProblems(value.parts)) issues.push({ code: "custom", ...problem });
});

type Problem = { message: string; path: (string | number)[]; input: unknown };

function findProblems(parts: readonly PairPart[]): Problem[] {
  const at = (place: number, key: "origin" | "text", message: string): Problem => ({
    message,
    path: ["parts", place, key],
    input: parts[place]?.[key],
  });
  const found = parts.flatMap(({ role, origin }, place) => {
    if (role === "judged" && !origin)
      return [at(place, "origin", "A judged part needs an origin: say which method or model wrote it.")];
    if (role !== "judged" && origin)
      return [at(place, "origin", "Only judged parts have an origin. Remove this one.")];
    return [];
  });
  const [one, other] = takeApart(parts).judged;
  if (!one || !other) return found;
  const place = parts.indexOf(other);
  if (one.origin && other.origin && formatOriginName(one.origin) === formatOriginName(other.origin))
    found.push(at(place, "origin", "Both judged parts have this origin. Two origins are compared."));
  if (one.text.trim() === other.text.trim())
    found.push(at(place, "text", "Both judged parts have this text. There is nothing to choose."));
  return found;
}

/** The parts that are judged, and what is read before them. */
const takeApart = <Part extends { role: PairPart["role"] }>(parts: readonly Part[]) => ({
  context: parts.filter(({ role }) => role !== "judged"),
  judged: parts.filter(({ role }) => role === "judged"),
});

/** As the database holds it, in the order of the file. Who wrote which text stands beside them, for staff alone. */
export const pairContentSchema = z.strictObject({
  question: questionSchema,
  parts: z.array(textPart),
  origins: z.tuple([originSchema, originSchema]),
});
export type PairContent = z.infer<typeof pairContentSchema>;

/** A case as its participant gets it: its two texts in their own order. */
export type ShownPair = {
  question: PairContent["question"];
  context: PairContent["parts"];
  sides: readonly [string, string];
};

/** `first`: which of the two texts stands first. */
export function showPair({ question, parts }: Pick<PairContent, "question" | "parts">, first = 0): ShownPair {
  const { context, judged } = takeApart(parts);
  const [one = "", other = ""] = judged.map(({ text }) => text);
  return { question, context, sides: first === 1 ? [other, one] : [one, other] };
}

/** What its answers are called on the screen: whose the texts are is in no word of it. */
export const shownNames = ["1", "2", "1 = 2"] as const;
