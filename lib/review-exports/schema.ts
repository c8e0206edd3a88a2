import { z } from "zod";
import { benchmarkInput } from "#lib/benchmarks/schema.ts";

export const reviewFileKinds = ["items", "decisions", "checks"] as const;
export type ReviewFileKind = (typeof reviewFileKinds)[number];

export const reviewFileFormats = ["csv", "jsonl"] as const;

export const reviewFileTypes: Readonly<Record<(typeof reviewFileFormats)[number], string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

export const reviewFileChoice = z.object({
  kind: z.enum(reviewFileKinds),
  format: z.enum(reviewFileFormats),
  /** What annotators and reviewers wrote may tell who somebody is. */
  texts: z.enum(["with", "without"]).default("without"),
});
export type ReviewFileChoice = z.output<typeof reviewFileChoice>;

/** A new benchmark of what was accepted, and what it is called. */
export const keepingInput = z.object({ slug: z.string(), name: benchmarkInput.shape.name });

/** "decisions.csv" */
export function readReviewFileName(name: string): Pick<ReviewFileChoice, "kind" | "format"> | null {
  const [kind, format, ...more] = name.split(".");
  const read = reviewFileChoice.safeParse({ kind, format });
  return read.success && more.length === 0 ? read.data : null;
}
