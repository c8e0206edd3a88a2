import { z } from "zod";
import { exactlyWays } from "#lib/benchmarks/lineage/schema.ts";
import { benchmarkInput } from "#lib/benchmarks/schema.ts";

/** The paper’s threshold (section 3.4). */
export const defaultThreshold = 0.5;
/** More runs than these are not asked at once. */
export const maxRuns = 12;
export const filteredPerPage = 50;

/** Several in an address, or one after the other in a field of a form. */
const listOf = (value: unknown) =>
  typeof value === "string" ? value.split(",").filter(Boolean) : (value ?? []);
const runId = z.coerce.number().int().positive().max(2_147_483_647);
const settings = {
  run: z.preprocess(listOf, z.array(runId)).transform((ids) => [...new Set(ids)]),
  threshold: z
    .string()
    .trim()
    .regex(/^\d+([.,]\d+)?$/, "not_a_share")
    .transform((written) => Number(written.replace(",", ".")))
    .refine((value) => value <= 1, "not_a_share"),
  exactly: z.enum(exactlyWays),
  /** Of several runs. */
  rule: z.enum(["any", "most"]),
};
const page = z.coerce.number().int().min(1).max(1_000_000);

export const shownCases = ["dropped", "kept"] as const;

/** What the address asks for. What it doesn't understand it leaves out, but the threshold: that one is pointed out. */
export const filterAddress = z.object({
  run: settings.run.catch([]),
  threshold: z.string().catch(String(defaultThreshold)),
  exactly: settings.exactly.catch("stays"),
  rule: settings.rule.catch("any"),
  show: z.enum(shownCases).catch("dropped"),
  track: z.string().min(1).optional().catch(undefined),
  page: page.catch(1),
});
export type FilterAddress = z.output<typeof filterAddress>;

export const readThreshold = (written: string): number | null =>
  settings.threshold.safeParse(written).data ?? null;

export const filterInput = z.object({
  slug: z.string(),
  name: benchmarkInput.shape.name,
  ...settings,
  /** As many cases as somebody saw would stay. */
  kept: z.coerce.number().int().min(0),
});
export type FilterInput = z.output<typeof filterInput>;

/** How cases are chosen: by which runs, and from which probability of the right option on. */
export type Settings = Pick<FilterInput, "threshold" | "exactly" | "rule">;
