import { describe, expect, test } from "vitest";
import {
  casesGroup,
  toImportRequest,
  type Files,
  filesIn,
  groupByModel,
  isIncomplete,
  move,
  place,
} from "#components/imports/file-groups.ts";
import type { UploadedFile } from "#lib/uploads/schema.ts";

const none: Files = { items: [], runs: [], made: 0 };

const upload = (fileName: string, guess: Partial<UploadedFile["guess"]> = {}): UploadedFile => ({
  id: fileName,
  fileName,
  bytes: 10,
  guess: { purpose: "results", format: "csv", track: "Drama", language: null, model: "gpt-4o", ...guess },
});
const cases = { purpose: "cases", model: null } as const;
const all = (...uploads: readonly UploadedFile[]) => uploads.reduce((files, one) => place(files, one), none);

test("files of a model stand together, whatever it is called by then, and cases by themselves", () => {
  let files = all(upload("a"), upload("b"), upload("c", { model: "o1" }), upload("d", cases));
  expect(files.runs.map(({ id, model }) => [model, filesIn(files, id).map(({ name }) => name)])).toEqual([
    ["gpt-4o", ["a", "b"]],
    ["o1", ["c"]],
  ]);
  expect(filesIn(files, casesGroup).map(({ name }) => name)).toEqual(["d"]);
  files = {
    ...files,
    runs: files.runs.map((run) => ({ ...run, model: `${run.model}-2024`, version: "v1" })),
  };
  const later = place(files, upload("e"));
  expect(later.runs).toHaveLength(2);
  expect(toImportRequest(later).results.at(1)).toEqual({
    uploadId: "b",
    track: "Drama",
    model: "gpt-4o-2024",
    method: "zero-shot",
    version: "v1",
    replicate: null,
    ranAt: null,
    filter: null,
    epochs: "runs",
  });
  expect(filesIn(later, files.runs[0]?.id ?? "").map(({ name }) => name)).toEqual(["a", "b", "e"]);
});

test("methods that the names tell stand apart", () => {
  const files = all(
    upload("a", { method: "few-shot 5" }),
    upload("b"),
    upload("c", { method: "few-shot 5" }),
  );
  expect(files.runs.map(({ id, method }) => [method, filesIn(files, id).map(({ name }) => name)])).toEqual([
    ["few-shot 5", ["a", "c"]],
    ["zero-shot", ["b"]],
  ]);
  const others = place(place(files, upload("d", { model: "o1" })), upload("e", { method: "cot" }));
  const models = groupByModel(others).map((runs) => runs.map(({ model, method }) => `${model} ${method}`));
  expect(models).toEqual([["gpt-4o few-shot 5", "gpt-4o zero-shot", "gpt-4o cot"], ["o1 zero-shot"]]);
});

test("a file is moved to another group, or to one of its own; an empty group is gone", () => {
  const files = all(upload("a"), upload("b", { model: "o1" }));
  const [first, second] = files.runs;
  const together = move(files, "b", first?.id ?? "");
  expect(together.runs).toEqual([first]);
  const apart = move(together, "a", null);
  expect(apart.runs.map(({ model }) => model)).toEqual(["gpt-4o", ""]);
  expect(apart.runs.map(({ id }) => id)).not.toContain(second?.id);
  expect([isIncomplete(together), isIncomplete(apart)]).toEqual([false, true]);
  expect(toImportRequest(move(together, "a", casesGroup)).cases).toEqual([
    { uploadId: "a", track: "Drama", language: null },
  ]);
});

test("a table needs its track and its model named; lines may name them", () => {
  const nameless = { track: null, model: null };
  expect(isIncomplete(all(upload("a", { track: null })))).toBe(true);
  expect(isIncomplete(all(upload("a", { model: null })))).toBe(true);
  expect(isIncomplete(all(upload("a", { ...nameless, format: "jsonl" })))).toBe(false);
  expect(isIncomplete(all(upload("a", { ...cases, track: null })))).toBe(true);
});

test("a file on its way keeps its row when it has come", () => {
  const waiting = {
    ...all(upload("x", cases)).items[0]!,
    key: "file-0",
    state: "waiting" as const,
    group: null,
  };
  const files = place({ ...none, items: [waiting] }, upload("a"), "file-0");
  expect(files.items.map(({ key, name, state }) => [key, name, state])).toEqual([["file-0", "a", "ready"]]);
});

test("a log with several filters waits until one of them is chosen", () => {
  const files = all(upload("a", { format: "log", track: null, filters: ["strict", "loose"] }));
  expect(isIncomplete(files)).toBe(true);
  const chosen: Files = {
    ...files,
    items: files.items.map((item) => ({ ...item, fields: { ...item.fields, filter: "loose" } })),
  };
  expect(isIncomplete(chosen)).toBe(false);
  expect(toImportRequest(chosen).results).toMatchObject([{ uploadId: "a", filter: "loose" }]);
});

describe("logs", () => {
  const date = "2026-05-31T10-00-00.1";
  const log = { format: "log", model: null, track: null } as const;
  const samples = upload("samples_a", { ...log, isUnnamed: true, harness: { date, isResults: false } });
  const results = upload("results", { ...log, model: "llama", harness: { date, isResults: true } });
  const groups = (files: Files) =>
    files.runs.map(({ id, model }) => [model, filesIn(files, id).map(({ name }) => name)]);

  test("that name no model are asked for it, before anything is checked", () => {
    const files = all(samples);
    expect(isIncomplete(files)).toBe(true);
    const named = { ...files, runs: files.runs.map((run) => ({ ...run, model: "llama" })) };
    expect(isIncomplete(named)).toBe(false);
    // Of one that can't be read nothing is asked: its check says what is wrong with it.
    expect(isIncomplete(all(upload("broken.eval", log)))).toBe(false);
  });

  test("of one moment are a run, which the results beside them name, whichever come first", () => {
    const other = upload("samples_b", {
      ...samples.guess,
      harness: { date: "2026-06-01T10-00-00.1", isResults: false },
    });
    expect(groups(all(samples, other, results))).toEqual([
      ["llama", ["samples_a", "results"]],
      ["", ["samples_b"]],
    ]);
    expect(groups(all(results, samples))).toEqual([["llama", ["results", "samples_a"]]]);
    expect(groups(all(results))).toEqual([["llama", ["results"]]]);
  });
});
