import { beforeAll, describe, expect, test } from "vitest";
import { isLineFull } from "#lib/auth/secrets/waiting-line.ts";
import { db } from "#lib/db.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { downloadExport } from "#lib/study-exports/download.ts";
import { prepareExport } from "#lib/study-exports/export.ts";
import { listExportRows } from "#lib/study-exports/rows/row-queries.ts";
import {
  exportFormats,
  exportKinds,
  exportQuery,
  type ExportFileName,
  type ExportKind,
  type RowsPage,
} from "#lib/study-exports/schema.ts";
import { aKey, readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  answerCase,
  begin,
  expectValue,
  useTrialStudies,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });
const choices = { numbers: "random", key: aKey, who: "people", texts: "with" } as const;

async function answered(people: number, parts = {}): Promise<TrialStudy> {
  const study = await open(parts);
  await addPeople(study, people);
  return study;
}

async function addPeople(study: { link: string }, people: number): Promise<void> {
  for (let i = 0; i < people; i++) {
    const sitter = await begin(study);
    for (const position of [1, 2, 3]) await answerCase(sitter, position, { choice: i % 4 });
  }
}

let study: TrialStudy;
beforeAll(async () => {
  study = await answered(3);
  expectValue(await closeStudy(viewer, study.slug));
});

async function listAll(slug: string, kind: ExportKind, limit: number): Promise<object[]> {
  const rows: object[] = [];
  for (let after: string | null = null; ;) {
    const page: RowsPage = expectValue(
      await listExportRows(viewer, slug, kind, { ...choices, after, limit }),
    );
    rows.push(...page.rows);
    if (page.next === null) return rows;
    after = page.next;
  }
}

describe("rows for programs", () => {
  test("are those of the files, whatever the size of the pages", async () => {
    const files = await readExport(viewer, study.slug);
    for (const kind of exportKinds)
      for (const limit of [1, 2, 1000])
        expect([kind, await listAll(study.slug, kind, limit)]).toEqual([
          kind,
          readLines(files.get(`${kind}.jsonl`)),
        ]);
  });

  test("are not mixed when numbers have changed between two pages; the study’s own numbers go on", async () => {
    const { slug, id } = await answered(3, { rules: { interim: true } });
    const page = (more: object) => listExportRows(viewer, slug, "answers", { ...choices, limit: 4, ...more });
    const [random, own] = [expectValue(await page({})), expectValue(await page({ numbers: "study" }))];
    expectValue(await withdrawSitting(viewer, id, 1, { erase: false }));
    expect(await page({ after: random.next })).toEqual({ ok: false, error: "people_changed" });
    const rest = expectValue(await page({ numbers: "study", after: own.next }));
    expect(rest.rows.map(({ participant, position }) => [participant, position])).toEqual([
      [2, 2],
      [2, 3],
      [3, 1],
      [3, 2],
    ]);
    for (const kind of exportKinds)
      expect(await listExportRows(viewer, slug, kind, { ...choices, after: "nowhere" })).toEqual({
        ok: false,
        error: "wrong_cursor",
      });
  });
});

describe("nothing leaves", () => {
  const prepare = (slug: string, asked = {}, by = viewer) =>
    prepareExport(by, slug, exportQuery.parse({ key: aKey, ...asked }));
  const refused = (error: string) => ({ ok: false, error });

  test("while the study runs, unless interim results were switched on", async () => {
    const running = await answered(1);
    expect(await prepare(running.slug)).toEqual(refused("not_shown_yet"));
    for (const who of ["people", "all"] as const) {
      expect(await prepare(running.slug, { who })).toEqual(refused("not_shown_yet"));
      const rows = await listExportRows(viewer, running.slug, "answers", { ...choices, who });
      expect(rows).toEqual(refused("not_shown_yet"));
    }
    expect(await prepare(running.slug, { who: "simulated" })).toMatchObject({ ok: true });
    const interim = await answered(1, { rules: { interim: true } });
    expect(await prepare(interim.slug)).toMatchObject({ ok: true });
  });

  test("to a researcher of another study", async () => {
    const stranger = viewerFor({ ...(await makePerson()), role: "researcher" as const });
    expect(await prepareExport(stranger, study.slug, exportQuery.parse({}))).toEqual(refused("not_found"));
    for (const kind of exportKinds)
      expect(await listExportRows(stranger, study.slug, kind, choices)).toEqual(refused("not_found"));
  });
});

test("simulated people are in only where asked for, or where there are no others, and are called so", async () => {
  const mixed = await answered(1);
  const made = expectValue(await inviteSimulated(viewer, mixed.id, { count: 2, seed: 1 }));
  for (const { code } of made) await addPeople({ link: code }, 1);
  expectValue(await closeStudy(viewer, mixed.slug));
  const simulatedOf = async (who?: string) => {
    const files = await readExport(viewer, mixed.slug, who ? { who } : {});
    const [name = "", text] = [...files].find(([file]) => /^participants.*\.jsonl$/.test(file)) ?? [];
    return [name, readLines(text).map(({ simulated }) => simulated)];
  };
  expect(await simulatedOf()).toEqual(["participants.jsonl", [0]]);
  expect(await simulatedOf("simulated")).toEqual(["participants-simulated.jsonl", [1, 1]]);
  const [name, flags] = await simulatedOf("all");
  expect([name, (flags as number[]).toSorted()]).toEqual(["participants-with-simulated.jsonl", [0, 1, 1]]);
  const files = await readExport(viewer, mixed.slug, { who: "simulated" });
  expect(files.get("codebook.md")).toContain("**Simulated: a program made up every answer");
});

describe("a download", () => {
  const countOpen = async () =>
    (
      await db.$queryRaw<object[]>`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'benchside export'`
    ).length;
  const tryStart = async (asked: Partial<Parameters<typeof downloadExport>[2]>) => {
    const prepared = expectValue(await prepareExport(viewer, study.slug, exportQuery.parse({ key: aKey })));
    return downloadExport(viewer, prepared, { file: "csv.zip", track: null, ...asked });
  };
  const start = async (file: ExportFileName) => expectValue(await tryStart({ file }));

  test("of everything is the same zip to the byte, which holds every file with the plan", async () => {
    for (const format of exportFormats) {
      const take = async () => Buffer.from(await (await start(`${format}.zip`)).arrayBuffer());
      const [zip, again] = [await take(), await take()];
      expect(zip.equals(again)).toBe(true);
      const files = await readExport(viewer, study.slug);
      const inside = readZip(zip);
      expect([...inside.keys()]).toEqual([
        ...exportKinds.map((kind) => `${kind}.${format}`),
        "manifest.json",
        "codebook.md",
      ]);
      if (format !== "parquet")
        for (const kind of exportKinds)
          expect(inside.get(`${kind}.${format}`)).toBe(files.get(`${kind}.${format}`));
      expect(inside.get("codebook.md")).toContain(`- \`answers.${format}\`: 9 rows`);
      const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
      expect(inside.get("manifest.json")).toBe(content);
    }
  });

  test("stands in the record once it is begun, and keeps nothing open, also when it is broken off", async () => {
    const where = { action: "study_results.exported", subjectId: study.id };
    const before = await db.auditEvent.count({ where });
    const { body } = await start("csv.zip");
    expect([await db.auditEvent.count({ where }), await countOpen()]).toEqual([before + 1, 1]);
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(countOpen).toBe(0);
    expect(await (await start("answers.csv")).text()).toContain("participant,position");
    await expect.poll(countOpen).toBe(0);
    const events = await db.auditEvent.findMany({ where, orderBy: { id: "asc" } });
    expect(events.slice(before).map(({ details }) => details)).toEqual(
      ["csv.zip", "answers.csv"].map((files) => ({ files, numbers: "random", who: "people", texts: "with" })),
    );
  });

  test("has its place for as long as somebody takes it; others wait, and are told when too many do", async () => {
    const taken = [await start("csv.zip"), await start("answers.csv")];
    expect(await countOpen()).toBe(2);
    const refused: unknown[] = [];
    const rest = Array.from({ length: 23 }, async () =>
      start("codebook.md").catch((error: unknown) => void refused.push(error)),
    );
    await expect.poll(() => refused.length).toBe(3);
    expect([refused.every(isLineFull), await countOpen()]).toEqual([true, 2]);
    for (const { body } of taken) await body?.cancel();
    const texts = await Promise.all(rest.map(async (one) => (await one)?.text()));
    expect(texts.filter((text) => text?.includes("# Codebook"))).toHaveLength(20);
    await expect(tryStart({ signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
    await expect.poll(countOpen).toBe(0);
  });

  test("ends where nobody takes the next piece, and isn’t begun for a track that isn’t there", async () => {
    const { body } = expectValue(await tryStart({ stallMs: 20 }));
    await expect.poll(countOpen).toBe(0);
    await expect(new Response(body).text()).rejects.toThrow("nobody takes");
    const nowhere = await tryStart({ file: "people-as-model.csv", track: "Nowhere" });
    expect([nowhere, await countOpen()]).toEqual([{ ok: false, error: "not_found" }, 0]);
  });
});
