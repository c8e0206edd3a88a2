import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { longestTemplate, readTemplate } from "#lib/prompt-templates/template.ts";

/** As it is kept and sent: browsers put a carriage return before each line's end. */
const text = z
  .string()
  .transform((given) => given.replaceAll("\r\n", "\n"))
  .pipe(
    z
      .string()
      .refine((given) => given.trim() !== "", "empty")
      .max(longestTemplate, "too_long")
      .regex(withoutNul, "wrong_character"),
  );
const number = z.coerce.number().int().positive();

export const newTemplate = z.object({
  benchmark: z.string(),
  name: z.string().trim().min(1, "empty").max(100, "too_long").regex(withoutNul, "wrong_character"),
  text,
});
export type NewTemplate = z.output<typeof newTemplate>;

/** In place of nothing: it comes after the version that was read. */
export const newVersion = z.object({
  id: number.max(2 ** 31 - 1),
  after: number.max(2 ** 15 - 2),
  text,
});
export type NewVersion = z.output<typeof newVersion>;

export const templateInput = z.object({ id: number.max(2 ** 31 - 1) });

/** What is wrong with a text, as the fields of a refusal. */
export function findProblem(given: string, fields: readonly string[]): Record<string, string> | null {
  const read = readTemplate(given, fields);
  return "parts" in read ? null : { text: read.problem, line: String(read.line), found: read.found };
}

/** One version, without its text. */
export type VersionName = {
  id: number;
  number: number;
  sha256: string;
  template: { id: number; name: string };
};

export type TemplateVersion = {
  id: number;
  number: number;
  text: string;
  sha256: string;
  by: string | null;
  createdAt: Date;
  /** How many runs asked by it, of those that were begun here. */
  runs: number;
};

export type TemplateView = {
  id: number;
  name: string;
  benchmark: { slug: string };
  /** Newest first. */
  versions: readonly TemplateVersion[];
};

export type ListedTemplate = { id: number; name: string; newest: number; createdAt: Date };
