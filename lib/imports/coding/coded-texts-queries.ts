import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import type { WrittenText } from "#lib/imports/coding/coded-texts.ts";
import type { CodedTexts } from "#lib/imports/coding/schema.ts";
import { listAnswerRows } from "#lib/study-exports/rows/answers-queries.ts";
import { openSnapshot } from "#lib/study-exports/rows/snapshot-queries.ts";
import { chooseWho } from "#lib/study-exports/schema.ts";
import { makeSource, type Source } from "#lib/study-exports/source.ts";

const rowsAtOnce = 500;

type Problem = "not_found" | "not_closed";

/** What people and models wrote in a study that is over, of everybody who counts; simulated people where there are no others. */
export async function listWrittenTexts(
  viewer: Viewer<"admin">,
  slug: string,
  wanted: readonly CodedTexts[],
): Promise<Result<{ who: "people" | "simulated"; texts: WrittenText[] }, Problem>> {
  const snapshot = await openSnapshot(viewer, slug);
  if (!snapshot) return fail("not_found");
  try {
    const { study, has } = snapshot.rows;
    if (study.state !== "closed" && study.state !== "archived") return fail("not_closed");
    const who = chooseWho(undefined, has) === "simulated" ? "simulated" : "people";
    // Numbers of the study: a benchmark stays within the product, where staff see them anyway.
    const source = makeSource(snapshot, snapshot.ask, { numbers: "study", key: "", who, texts: "with" });
    const reasons = wanted.includes("reasons") ? await listReasons(source, who) : [];
    const responses = wanted.includes("responses") ? await listResponses(source) : [];
    return succeed({ who, texts: [...reasons, ...responses] });
  } finally {
    await snapshot.close();
  }
}

async function listReasons(source: Source, who: "people" | "simulated"): Promise<WrittenText[]> {
  const found: WrittenText[] = [];
  for (let after: string | null = null; ;) {
    const page = await listAnswerRows(source, { after, limit: rowsAtOnce });
    if (typeof page === "string") throw new Error(`reading reasons lost its place: ${page}`);
    for (const { reason, excluded, cannot_read: passed, stratum, repeats, ...row } of page.rows) {
      if (typeof reason !== "string" || reason.trim() === "" || excluded === 1 || passed === 1) continue;
      if (stratum === "attention" || stratum === "practice" || repeats !== null) continue;
      found.push({
        track: String(row.track),
        case: String(row.case),
        text: reason,
        origin: who === "people" ? "people" : "simulated people",
        participant: Number(row.participant),
        right: typeof row.right === "number" ? row.right === 1 : null,
      });
    }
    if (page.next === null) return found;
    after = page.next;
  }
}

type Response = { track: string; case: string; text: string; right: boolean | null };

async function listResponses({ ask, rows: { study, runs } }: Source): Promise<WrittenText[]> {
  const found: WrittenText[] = [];
  for (const { id, model, method, version } of runs) {
    const responses = await ask<Response>(
      "texts of responses",
      `SELECT t.name AS track, k.key AS case, r.text, p.correct AS right
       FROM study_cases c
         JOIN model_responses r ON r.run_id = $2 AND r.case_version_id = c.case_version_id
         JOIN case_versions v ON v.id = c.case_version_id
         JOIN cases k ON k.id = v.case_id
         JOIN tracks t ON t.id = k.track_id
         LEFT JOIN predictions p ON p.run_id = r.run_id AND p.case_version_id = r.case_version_id
       WHERE c.study_id = $1::uuid AND c.stratum NOT IN ('attention', 'practice') AND btrim(r.text, E' \\t\\r\\n') <> ''`,
      [study.id, id],
    );
    const origin = [model, method, version].filter(Boolean).join(" · ");
    found.push(...responses.map((one) => ({ ...one, origin, participant: null })));
  }
  return found;
}
