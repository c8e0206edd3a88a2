import { hashOf } from "#lib/canonical.ts";
import { composeReport, type Report } from "#lib/reports/compose.ts";
import type { StudyRecord } from "#lib/reports/record-queries.ts";
import { freezeWords } from "#lib/studies/opening/frozen-words.ts";
import { makeManifest } from "#lib/studies/opening/manifest.ts";
import { drawingOf } from "#lib/results/render/table.ts";
import { tableSpecs } from "#lib/results/tables.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Population } from "#lib/study-results/schema.ts";

const none = { instructions: "", context: "", tools: "", optionOrder: "" };

/** What the database would hold of a study that is in memory alone. */
export function imagineRecord({ kind, study, tracks, cases, people, runs }: StudyRows): StudyRecord {
  const content = makeManifest({
    title: study.title,
    slug: study.slug,
    openedAt: study.openedAt.toISOString(),
    software: { name: "benchside", version: "0.0.0" },
    benchmark: { slug: study.benchmark.slug, name: study.benchmark.name },
    design: study.design,
    reference: null,
    eligible: tracks.map(({ name, language }) => ({
      track: name,
      language,
      cases: 500,
      selected: 100,
      controls: 50,
    })),
    digest: hashOf("sample"),
    cells: [{ capacity: null, cases: cases.map((_, i) => i) }],
    cases: cases.map(({ stratum, track, key, version }) => ({
      stratum,
      key,
      version,
      track: tracks[track]?.name ?? "",
      sha256: hashOf(key),
    })),
    texts: [
      {
        language: "en",
        version: 1,
        words: {
          ...freezeWords(study.design.words, "en"),
          title: "T",
          welcome: "W",
          consent: "C",
          instructions: "Who speaks?\n\n* Choose.",
          debrief: "",
        },
      },
    ],
  });
  const day = new Date(study.openedAt.getTime() + 86_400_000);
  const count = (who: Population) => {
    const agreed = people.filter((person) => person.who === who).length;
    const none = { notBegun: 0, withdrawn: 0, withdrewAfter: 0 };
    return { ...none, who, way: "invitation" as const, agreed, first: day, last: day };
  };
  return {
    manifest: { content, hash: hashOf(content), frozenAt: study.openedAt },
    arrivals: {
      coming: [count("people"), count("simulated")].filter(({ agreed }) => agreed > 0),
      invited: people.length,
    },
    background: new Map(),
    details: [],
    caseStudies: [],
    looks: [],
    parity: new Map(runs.map(({ id }) => [id, none])),
    presented: [{ kind, isScript: true, roles: [], hidden: [], cases: cases.length }],
    unfolded: null,
  };
}

export const imagineReport = (
  rows: StudyRows,
  who: Population = "people",
  change: Partial<StudyRecord> = {},
): Promise<Report> =>
  composeReport(rows, { who, withPublished: false }, { ...imagineRecord(rows), ...change });

const listed = new Set(tableSpecs.flatMap((spec) => [spec.name, drawingOf(spec)]));

/** Of tables or figures, without those that every report has. */
export const namesBeside = (all: readonly { name: string }[]): string[] =>
  all.map(({ name }) => name).filter((name) => !listed.has(name));
