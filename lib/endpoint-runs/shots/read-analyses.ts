import { z } from "zod";
import { isStorable } from "#lib/auth/schema.ts";
import { longestAnalysis } from "#lib/endpoint-runs/setting-limits.ts";

/** What somebody wrote of a case, for being shown before its answer. The track is named where several have a case of this id. */
export type Analysis = { line: number; case: string; track: string | null; text: string };
export type AnalysisProblem =
  | "not_a_line"
  | "no_analysis"
  | "analysis_long"
  | "analysis_character"
  | "case_twice"
  | "unknown_case"
  | "case_in_tracks";
/** What is wrong, in which line, and of which case. */
export type AnalysisRefusal = { analyses: AnalysisProblem; line: string; found: string };

const written = z.strictObject({
  case: z.string().min(1),
  analysis: z.string(),
  track: z.string().optional(),
});
const maxQuoted = 60;

export const refuseAnalysis = (problem: AnalysisProblem, line: number, found = ""): AnalysisRefusal => ({
  analyses: problem,
  line: String(line),
  found: found.length > maxQuoted ? `${found.slice(0, maxQuoted)}…` : found,
});

/** Lines of JSON; empty ones count, so that a number is the editor's. */
export function readAnalyses(text: string): { analyses: Analysis[] } | AnalysisRefusal {
  const analyses: Analysis[] = [];
  const known = new Set<string>();
  for (const [at, content] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (content.trim() === "") continue;
    const line = at + 1;
    const read = written.safeParse(parse(content));
    if (!read.success) return refuseAnalysis("not_a_line", line);
    const { case: key, track = null, analysis } = read.data;
    const place = JSON.stringify([track, key]);
    if (known.has(place)) return refuseAnalysis("case_twice", line, key);
    if (analysis.trim() === "") return refuseAnalysis("no_analysis", line, key);
    if (analysis.length > longestAnalysis) return refuseAnalysis("analysis_long", line, key);
    if (!isStorable(read.data) || !analysis.isWellFormed())
      return refuseAnalysis("analysis_character", line, key.isWellFormed() && isStorable(key) ? key : "");
    known.add(place);
    analyses.push({ line, case: key, track, text: analysis });
  }
  return { analyses };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
