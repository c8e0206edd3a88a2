import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { isAddressable } from "#lib/plain-values.ts";
import { papers } from "#lib/published/papers.ts";
import type { CaseForm } from "#lib/task-kinds/case-files.ts";
import { caseKinds } from "#lib/task-kinds/case-kinds.ts";

const line = (most: number) =>
  z.string().trim().min(1, "empty").max(most, "too_long").regex(withoutNul, "wrong_character");

export const benchmarkInput = z.object({
  name: line(120),
  description: z.string().trim().max(2000, "too_long").regex(withoutNul, "wrong_character").default(""),
});
/** What cases that belong together come from, as sentences about clusters name it. */
export const clusterUnits = ["work", "person", "scenario", "group"] as const;
export type ClusterUnit = (typeof clusterUnits)[number];
export const benchmarkEdit = benchmarkInput.extend({
  slug: z.string(),
  /** Empty: nobody says. Pages that were loaded before it was asked for don't send it. */
  clusterUnit: z
    .enum(["", ...clusterUnits])
    .transform((unit) => unit || null)
    .optional(),
});
export const benchmarkRemoval = z.object({ slug: z.string(), confirmation: z.string().trim() });

/** Without a paper, what was declared is taken back. */
export const publishedInput = z.object({
  slug: z.string(),
  paper: z
    .enum(["", ...papers])
    .default("")
    .transform((paper) => paper || null),
});

export const trackName = line(60).refine(isAddressable, "wrong_character");
/**
 * Whether the options of a track belong to one case each, are categories that its cases share, or have an order besides:
 * then the names stand in it, the lowest first.
 */
export const categoryKinds = ["own", "shared", "ordered"] as const;
export type CategoryDeclaration = {
  categories: (typeof categoryKinds)[number];
  /** None where each case has its own. */
  categoryNames: readonly string[];
};
export const ownCategories: CategoryDeclaration = { categories: "own", categoryNames: [] };
export const listCategories = ({ categories, categoryNames }: CategoryDeclaration): string =>
  categoryNames.join(categories === "ordered" ? " < " : ", ");

/** More names than these are no categories. */
export const maxCategories = 100;
const names = z
  .string()
  .max(20_000, "too_long")
  .regex(withoutNul, "wrong_character")
  .default("")
  .transform((text) => text.split("\n").flatMap((line) => line.trim() || []))
  .refine((list) => new Set(list).size === list.length, "twice")
  .refine((list) => list.length <= maxCategories, "too_many");
/** Names stand one a line, and count for nothing where each case has its own. */
export const categoriesInput = z.object({
  slug: z.string(),
  track: z.string(),
  categories: z.enum(categoryKinds),
  names,
});

/** What staff know of a case and no participant is told: short texts by name. */
export type Attributes = Readonly<Record<string, string>>;

/** Of its attributes, those that say who wrote what is judged. */
const originParts = ["method", "model"] as const;

/** Who wrote what is judged: a method with a model, or the one of them that is known; null where neither is. */
export function originOf(attributes: Attributes | null): string | null {
  const known = originParts.flatMap((part) => attributes?.[part] ?? []);
  return known.length === 0 ? null : known.join(" · ");
}

/** What a track is written in, as a BCP 47 tag: "en", "zh", "pt-BR". */
export const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "unknown_language");

export const caseForms = ["dialogue", "text", "unparsed"] as const satisfies readonly CaseForm[];

const whole = z.coerce.number().int().min(0).max(1_000_000);
const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);

/** What the address of the list of cases may ask for; what it doesn't understand it leaves out. */
export const caseFilter = z.object({
  track: lenient(z.string().min(1)),
  form: lenient(z.enum(caseForms)),
  kind: lenient(z.enum(caseKinds)),
  options: lenient(whole),
  longer: lenient(whole),
  shorter: lenient(whole),
  text: lenient(z.string().trim().min(1).max(200)),
  page: whole.min(1).catch(1),
});
export type CaseFilter = z.output<typeof caseFilter>;

export const casesPerPage = 50;

/** "PersonaEval (2025)" → "personaeval-2025": what stands in addresses. Letters of other scripts stay. */
export function slugFrom(name: string, otherwise = "benchmark"): string {
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return [...plain].slice(0, 60).join("").replace(/-$/, "") || otherwise;
}

/** Pages that stand where a benchmark would. */
const addressesOfPages = ["published"];

/** Two benchmarks of one name get "persona" and "persona-2". */
export function freeSlug(name: string, others: readonly string[]): string {
  const wanted = slugFrom(name);
  const taken = new Set([...others, ...addressesOfPages]);
  let slug = wanted;
  for (let n = 2; taken.has(slug); n++) slug = `${wanted}-${n}`;
  return slug;
}

/** A part of the address as it was before it was written into one; null where it is not one of ours. */
export function readSegment(written: string): string | null {
  try {
    const part = decodeURIComponent(written);
    return withoutNul.test(part) ? part : null;
  } catch {
    return null;
  }
}
