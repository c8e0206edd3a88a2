import { expect, test } from "vitest";
import { composeReport } from "#lib/reports/compose.ts";
import { imagineRecord } from "#lib/reports/testing/reports.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";

const plain = makePaperRows();
const { benchmark } = plain.study;
const rows = {
  ...plain,
  study: { ...plain.study, benchmark: { ...benchmark, published: "personaeval" as const } },
};

test.each([true, false])(
  "what was printed stands in a report, told and drawn, where it is asked for: %s",
  async (withPublished) => {
    const report = await composeReport(rows, { who: "people", withPublished }, imagineRecord(rows));
    const [forest] = report.figures;
    const input = forest?.figure.kind === "forest" ? forest.figure.input : null;
    const drawn = input?.groups.flatMap((group) => group.rows) ?? [];
    expect(drawn.filter(({ kind }) => kind === "published")).toHaveLength(withPublished ? 19 : 0);
    expect(drawn.find(({ id }) => id === "people")?.published).toBe(withPublished ? 0.908 : undefined);
    expect(forest?.note.includes("arXiv 2508.10014")).toBe(withPublished);
    const notes = report.points.find(({ key }) => key === "sameItems")?.notes ?? [];
    expect(notes.some((note) => note.includes("arXiv 2508.10014"))).toBe(withPublished);
    expect(report.facts.results.published?.models.length).toBe(withPublished ? 19 : undefined);
  },
);
