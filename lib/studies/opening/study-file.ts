import { z } from "zod";
import { slugFrom } from "#lib/benchmarks/schema.ts";
import { upgradePlan } from "#lib/studies/plan-versions.ts";
import { designSchema, studyTitle } from "#lib/studies/schema.ts";

/** A study as a file, study.json: its design with a title, and the address it wants. */
export const studyFileSchema = z.strictObject({
  title: studyTitle,
  /** Left out: made from the title. */
  slug: z
    .string()
    .max(60, "too_long")
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(-[\p{L}\p{M}\p{N}]+)*$/u, "wrong_slug")
    .refine((slug) => slugFrom(slug) === slug, "wrong_slug")
    .optional(),
  ...designSchema.shape,
});
export type StudyFile = z.output<typeof studyFileSchema>;

/** What is wrong, by the path of where: "sample.quota.Literary". */
export type Problems = Readonly<Record<string, string>>;

export function problemsOf(error: z.ZodError): Problems {
  const problems: Record<string, string> = {};
  for (const issue of error.issues) {
    const strange = issue.code === "unrecognized_keys" ? issue.keys : [];
    const message = codeOf(issue);
    for (const path of strange.length > 0 ? strange.map((key) => [...issue.path, key]) : [issue.path])
      problems[path.map(String).join(".")] ??= message;
  }
  return problems;
}

// Our schemas give codes ("too_long"); what zod says by itself is a sentence, which its own code stands for.
function codeOf(issue: z.core.$ZodIssue): string {
  return /^[a-z_]+$/.test(issue.message) ? issue.message : issue.code;
}

export function readStudyFile(
  text: string,
): { ok: true; file: StudyFile } | { ok: false; problems: Problems } {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, problems: { "": "not_json" } };
  }
  const parsed = studyFileSchema.safeParse(upgradePlan(content));
  return parsed.success ? { ok: true, file: parsed.data } : { ok: false, problems: problemsOf(parsed.error) };
}
