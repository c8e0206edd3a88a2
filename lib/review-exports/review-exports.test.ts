import { describe, expect, it, test } from "vitest";
import { renderReviewCodebook, makeReviewFile, renderReviewFile } from "#lib/review-exports/files.ts";
import { renderReviewMethods } from "#lib/review-exports/methods.ts";
import { renderPdf } from "#lib/figures/pdf/pdf.ts";
import { drawFunnel, renderReviewReport } from "#lib/review-exports/report.ts";
import { readReviewFileName, reviewFileKinds } from "#lib/review-exports/schema.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { makeRows } from "#lib/reviews/results/testing/made-up-rows.ts";

const { rows } = makeRows({ items: 3000, accuracies: [0.98, 0.95, 0.85], by: "estimate" });
const closed = { ...rows, review: { ...rows.review, state: "closed" as const, hasSimulated: false } };

describe("files of a review", () => {
  it.each(reviewFileKinds)("have a value, or none, in every column of %s, and no column beside", (kind) => {
    const file = makeReviewFile(rows, kind, "with");
    for (const row of file.rows.slice(0, 50))
      expect(Object.keys(row).sort()).toEqual(file.columns.toSorted());
    expect(makeReviewFile(rows, kind, "without").columns).not.toContain("comment");
  });

  it("are the same in both formats", () => {
    const choice = { kind: "decisions", texts: "without" } as const;
    const csv = [...renderReviewFile(rows, { ...choice, format: "csv" })];
    const lines = [...renderReviewFile(rows, { ...choice, format: "jsonl" })];
    expect([csv.length, lines.length]).toEqual([3001, 3000]);
    const first = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
    expect(csv[0]).toContain(Object.keys(first).join(","));
    expect(first).toMatchObject({ item: 1, round: 1, annotator: 1, simulated: 1, ordinal: 1, rate: 1 });
  });

  it("count as many corrected items as the figures", () => {
    const { rows: items } = makeReviewFile(rows, "items", "without");
    expect(items.filter(({ corrected }) => corrected === 1)).toHaveLength(
      reviewFigures(rows).funnel.corrected,
    );
  });

  it("come with a codebook that names the plan's keys", () => {
    const codebook = renderReviewCodebook(rows, "without");
    for (const { key } of rows.settings.decisions.reasons) expect(codebook).toContain(`\`${key}\``);
    expect(codebook).toContain("Simulated members");
    expect(codebook).not.toContain("`comment`");
    expect(renderReviewCodebook(closed, "with")).not.toContain("Simulated members");
  });

  test.each([
    ["decisions.csv", { kind: "decisions", format: "csv", texts: "without" }],
    ["items.jsonl", { kind: "items", format: "jsonl", texts: "without" }],
    ["items.parquet", null],
    ["items.csv.gz", null],
    ["toString.csv", null],
  ])("%s is read as a name", (name, choice) => expect(readReviewFileName(name)).toEqual(choice));
});

describe("the report", () => {
  it("says what was done, with the figures of the screens", () => {
    const methods = renderReviewMethods(closed);
    const { retention, funnel } = reviewFigures(closed);
    expect(methods).toContain("3 annotators accepted or rejected 3,000 of 3,000 cases");
    expect(methods).toContain("A reviewer checked each annotator’s first 50 decisions");
    expect(methods).toContain(
      "100% below 92%; 50% falling to 30% from 92% to 95%; 10% falling to 5% above 95%",
    );
    expect(methods).toContain(`${retention.count.toLocaleString("en-GB")} of 3,000 cases were accepted`);
    expect(methods).toContain(`wrong and corrected: ${funnel.corrected.toLocaleString("en-GB")}`);
    expect(methods).toMatch(/\d\.\d\d% \(95% CI \d\.\d\d–\d\.\d\d\) of [\d,]+ accepted cases/);
  });

  it("says that an error rate holds if every check is right, and what audits make of it", () => {
    expect(renderReviewMethods(closed)).toMatch(
      /should have been rejected if every check is right; .* No audit/,
    );
    const audited = makeRows({ items: 3000, accuracies: [0.95, 0.85], misses: 0.2, auditRate: 0.2 });
    expect(renderReviewMethods(audited.rows)).toMatch(
      /\d+ of \d+ audited checks .* had missed an error, so checks miss an estimated \d+% of errors; corrected for this, \d/,
    );
  });

  it("has no error left where all was checked, if every check is right, though others wait for theirs", () => {
    const { rows: checked } = makeRows({ items: 300, accuracies: [0.8] });
    const all = checked.decisions.map((one, at) =>
      at < 5 ? { ...one, isDrawn: true, check: null, second: null } : one,
    );
    const { accepted } = reviewFigures({ ...checked, decisions: all }).errors;
    expect(accepted).toMatchObject({ rate: { value: 0 }, remaining: { unchecked: 0 } });
    expect(renderReviewMethods({ ...checked, decisions: all })).toContain(
      "accepted cases were checked: if every check is right, none should",
    );
  });

  it("tells of a model beside people", () => {
    const decisions = [0, 1, 2].map((item) => ({ item, accepts: false }));
    const methods = renderReviewMethods({ ...closed, filters: [{ judge: "lantern", decisions }] });
    expect(methods).toMatch(
      /A model, lantern, judged 3 of the decided cases.* Of 3 it rejected, people rejected \d/,
    );
    const filters = [{ judge: "lantern", decisions: [] }];
    expect(renderReviewMethods({ ...closed, filters })).toContain("none of which people have decided yet");
  });

  it("says why there is no error rate", () => {
    const waiting = {
      ...closed,
      decisions: closed.decisions.map((one) => ({ ...one, check: null, second: null })),
    };
    expect(renderReviewMethods(waiting)).toContain("is unknown: nothing was checked");
  });

  it("is a handful of files, the same bytes for the same rows", async () => {
    const files = await renderReviewReport(closed, renderPdf);
    expect(files.map(({ name }) => name)).toEqual([
      "report.md",
      "methods.tex",
      "table5.tex",
      "table5.csv",
      "funnel.svg",
      "funnel.pdf",
      "funnel.csv",
    ]);
    expect(await renderReviewReport(closed, renderPdf)).toEqual(files);
    expect(files[5]?.content.subarray(0, 5).toString()).toBe("%PDF-");
    const text = (name: string) => files.find((file) => file.name === name)?.content.toString() ?? "";
    expect(text("table5.tex")).toContain("Light sampling");
    expect(text("table5.tex")).toContain("Full QA");
    expect(text("report.md")).not.toMatch(/interim|Simulated/);
    expect(text("methods.tex")).toContain("\\%");
  });

  it("warns of figures that may change, and of members that a program made up", async () => {
    const text = (await renderReviewReport(rows, renderPdf))
      .find(({ name }) => name === "report.md")
      ?.content.toString();
    expect(text).toContain("interim");
    expect(text).toContain("Simulated members took part");
  });

  it("counts in the funnel what the figures count", () => {
    const { csv } = drawFunnel(rows);
    const of = (step: string) => csv.find(([name, reason]) => name === step && reason === null)?.[2];
    expect(of("accepted")).toBe(reviewFigures(rows).funnel.accepted);
  });
});
