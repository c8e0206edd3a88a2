import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { getCase, listCases } from "#lib/benchmarks/case-queries.ts";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { keepProblems, openProblems } from "#lib/imports/problem-file.ts";
import { exportPredictionLines } from "#lib/model-runs/export-predictions.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { caseColumns, caseRow, csv, resultCsv } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;

const wordings = {
  "a spreadsheet’s nothing": ["NA", "null", "NaN", "undefined"],
  formulas: ["=1+1", "+1", "-1", "@SUM(A1:A9)"],
  markup: ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;b&gt;", "]]>\u003c!--"],
  "other directions and nothing to see": ["\u202Egnirts", "عليّ", "a\u200Bb", "a\u2060\uFEFFb"],
  "names that JavaScript has its own idea of": ["__proto__", "constructor", "toString", "hasOwnProperty"],
  "other alphabets, near enough": ["王熙凤", "Zoe\u0308", "Zoë", "😀"],
};

const first = async () => {
  const { cases } = await listCases(viewer, trial.id(), { page: 1 });
  const [{ track, key } = expect.fail()] = cases;
  return (await getCase(viewer, trial.id(), track, key)) ?? expect.fail();
};
const part = (type: string, words: string) => ({ type, text: words });
const all = async (lines: AsyncGenerator<string>) => (await Array.fromAsync(lines)).join("");

const usual = new Set(["formulas", "names that JavaScript has its own idea of"]);

describe.each(Object.entries(wordings))("%s", (what, names) => {
  const check = usual.has(what) ? test : thorough;
  const [a = "", b = "", c = "", d = ""] = names;

  check("in every text of a case come back as they were", async () => {
    const line = {
      id: a,
      track: b,
      source: c,
      prompt: `${a} ${b} ${c} ${d}`,
      content: {
        turns: [
          { speaker: a, parts: [part("thought", b), part("manner", c), part("speech", d)] },
          { speaker: null, parts: [part("thought", d), part("speech", b)] },
        ],
      },
      options: names.map((name, index) => ({ name, profile: names[3 - index] })),
      gold: c,
    };
    const content = JSON.stringify(line);
    expect(await trial.importCases(content, { track: null })).toMatchObject({ stored: true, problems: [] });
    const stored = await first();
    expect(stored).toMatchObject({ key: a, track: b, source: c, optionNames: names, gold: 2 });
    expect(stored.original).toBe(line.prompt);
    expect(stored.content).toEqual({ form: "dialogue", ...line.content, profiles: [d, c, b, a] });

    const written = await all(exportCaseLines(viewer, trial.id()));
    const again = await trial.importCases(written, { track: null });
    expect(again.tracks[b]).toMatchObject({ unchanged: 1, added: 0, changed: 0 });
  });

  check("as options of a CSV are options, and probabilities and answers fall to the right one", async () => {
    const fields = { prompt: `Who? ${a}`, gt: a, names };
    const stored = await trial.importCases(csv([caseColumns, caseRow(fields)]));
    expect(stored).toMatchObject({ stored: true, problems: [] });
    const results = resultCsv([{ case: fields, probs: [0.1, 0.2, 0.3, 0.4], res: d, response: a }]);
    const found = await trial.importResults(results, { model: b, method: c, version: d });
    expect(found.found).toMatchObject({ matched: 1, failed: 0, resDiffers: 0 });
    const [{ run } = expect.fail()] = await listRuns(viewer, trial.id());
    expect(run).toMatchObject({ model: b, method: c, version: d });
    const stands = await first();
    expect(stands).toMatchObject({ optionNames: names, gold: 0 });
    expect(stands.predictions).toMatchObject([{ choice: 3, text: a, model: b }]);

    const lines = await all(exportPredictionLines(viewer, trial.id()));
    const again = await trial.importResults(lines, { model: null, track: null });
    expect(again).toMatchObject({ stored: true, problems: [], found: { outcome: "unchanged" } });
  });

  check("as names of options in JSON Lines, by probability and by choice", async () => {
    const fields = { prompt: `Who? ${a}`, gt: a, names };
    await trial.importCases(csv([caseColumns, caseRow(fields)]));
    const { key } = await first();
    const given = names.map((name, index) => `${JSON.stringify(name)}:${(index + 1) / 10}`).join(",");
    const byOption = `{"model":"m1","case":"${key}","probabilities":{${given}}}`;
    const byChoice = JSON.stringify({ model: "m2", case: key, choice: b });
    const found = await trial.importResults(`${byOption}\n${byChoice}\n`, { model: null, track: null });
    expect(found).toMatchObject({ stored: true, problems: [] });
    expect((await first()).predictions).toMatchObject([
      { model: "m1", choice: 3, probabilities: [0.1, 0.2, 0.3, 0.4] },
      { model: "m2", choice: 1 },
    ]);
  });

  check("in the list of problems can be read, and nothing of them lives in a spreadsheet", async () => {
    const bad = names.map((name) => caseRow({ prompt: "Who?", gt: name, names: ["Ilse", "Roe", "x", "y"] }));
    const { problems } = await trial.importCases(csv([caseColumns, ...bad]));
    expect(problems.map(({ column }) => column)).toEqual(["gt", "gt", "gt", "gt"]);
    const list = await keepProblems(problems.map((problem) => ({ ...problem, file: `${a}.csv` })));
    const stream = openProblems(list ?? "") ?? expect.fail();
    const rows = parse(await text(stream), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(4);
    for (const [index, { file, found }] of rows.entries()) {
      expect([file, found].join()).not.toMatch(/(^|,)[\s"']*[=+\-@](?<!'[=+\-@])/);
      expect(found?.replace(/^'/, "")).toBe(problems[index]?.found);
      expect(found).not.toMatch(/[\p{Cf}\p{Cc}]/u);
    }
  });
});
