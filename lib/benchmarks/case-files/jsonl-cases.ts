import { z } from "zod";
import { toLineProblem, parseLine } from "#lib/files/json-line.ts";
import type { ScannedLine } from "#lib/files/line-scanner.ts";
import { formatProblem } from "#lib/files/file-problems.ts";
import type { CaseRow } from "#lib/benchmarks/case-files/case-row.ts";
import { groupingKeys } from "#lib/benchmarks/case-files/grouping.ts";
import { trackName } from "#lib/benchmarks/schema.ts";
import { isAddressable } from "#lib/plain-values.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { caseKinds, type CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { filesOf, unnamedKind } from "#lib/task-kinds/server-registry.ts";

const named = new Intl.ListFormat("en").format(caseKinds.map((name) => `“${name}”`));

/** A case of a kind as the product's own format writes it. Keys it doesn't know (such as "note") are left alone. */
function lineOf(kind: CaseKind) {
  const { keys, check, alsoCalled } = filesOf(kind).line;
  const names = [kind, ...(alsoCalled ? [alsoCalled.kind] : [])];
  const own = z.literal(names, `This version imports cases of the kinds ${named}.`);
  return z
    .looseObject({
      id: fileWords
        .trim()
        .min(1, "An id can’t be empty.")
        .max(200, "An id can have at most 200 characters.")
        .refine(isAddressable, "An id can’t be “.” or “..”.")
        .optional(),
      track: trackName.optional(),
      kind: kind === unnamedKind ? own.default(kind) : own,
      source: fileWords.trim().max(500).nullish(),
      ...groupingKeys,
      ...keys,
    })
    .check(({ value, issues }) => {
      for (const { path, message } of check(value))
        issues.push({ code: "custom", message, path: [path], input: value });
    });
}

const lines = new Map(caseKinds.map((kind) => [kind, lineOf(kind)]));
export const caseLine = z.union([...lines.values()]);

function kindIn(line: unknown): CaseKind {
  const given = (typeof line === "object" && line !== null ? line : {}) as Record<string, unknown>;
  const said = given["kind"] ?? unnamedKind;
  const meant = caseKinds.find((name) => {
    const { alsoCalled } = filesOf(name).line;
    return alsoCalled?.kind === said && given[alsoCalled?.where ?? ""] === true;
  });
  return meant ?? caseKinds.find((name) => name === said) ?? unnamedKind;
}

export function readJsonCase({ line, bytes, problems: scanned }: ScannedLine): CaseRow {
  if (scanned.length > 0) {
    return {
      line,
      good: null,
      problems: scanned.map((broken) => ({
        ...broken,
        problem: formatProblem(broken.problem, broken.found),
      })),
    };
  }
  const parsed = parseLine(bytes, line);
  if (!parsed.ok) return { line, good: null, problems: [parsed.problem] };
  const kind = kindIn(parsed.value);
  const checked = (lines.get(kind) ?? lineOf(kind)).safeParse(parsed.value);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => toLineProblem(issue, line, parsed.value));
    return { line, good: null, problems };
  }
  const { id = null, track = null, source = null, group = null, attributes = null } = checked.data;
  const given = filesOf(kind).line.read(checked.data, bytes);
  return { line, good: { ...given, line, kind, track, id, source, group, attributes }, problems: null };
}
