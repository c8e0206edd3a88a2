import { composeReport, type Report } from "#lib/reports/compose.ts";
import type { StudyRecord } from "#lib/reports/record-queries.ts";
import { hashOf, makeManifest } from "#lib/studies/opening/manifest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Who } from "#lib/study-results/schema.ts";

const none = { instructions: "", context: "", tools: "", optionOrder: "" };

/** What the database would hold of a study that is in memory alone. */
export function imagineRecord({ study, tracks, cases, people, runs }: StudyRows): StudyRecord {
  const content = makeManifest({
    title: study.title,
    slug: study.slug,
    openedAt: study.openedAt.toISOString(),
    software: { name: "benchside", version: "0.0.0" },
    benchmark: { slug: study.benchmark.slug, name: study.benchmark.name },
    design: study.design,
    reference: null,
    eligible: tracks.map(({ name, language }) => ({
      ...{ track: name, language },
      ...{ cases: 500, selected: 100, controls: 50 },
    })),
    digest: hashOf("sample"),
    cells: [{ capacity: null, cases: cases.map((_, i) => i) }],
    cases: cases.map(({ stratum, track, key, version }) => ({
      ...{ stratum, key, version },
      track: tracks[track]?.name ?? "",
      sha256: hashOf(key),
    })),
    texts: [
      {
        ...{ language: "en", version: 1 },
        words: {
          title: "T",
          welcome: "W",
          consent: "C",
          instructions: "Who speaks?\n\n* Choose.",
          debrief: "",
        },
      },
    ],
  });
  const count = (who: Who) => {
    const own = people.filter((person) => person.who === who);
    const submitted = own.filter(({ state }) => state === "submitted").length;
    return { who, way: "invitation" as const, began: own.length, submitted, withdrawn: 0 };
  };
  return {
    manifest: { content, hash: hashOf(content), frozenAt: study.openedAt },
    coming: [count("people"), count("simulated")].filter(({ began }) => began > 0),
    parity: new Map(runs.map(({ id }) => [id, none])),
    forms: { parsed: cases.length, unparsed: 0 },
    unfolded: null,
  };
}

export const imagineReport = (
  rows: StudyRows,
  who: Who = "people",
  change: Partial<StudyRecord> = {},
): Promise<Report> => composeReport(rows, who, { ...imagineRecord(rows), ...change });
