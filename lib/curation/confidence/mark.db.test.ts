import { describe, expect, test } from "vitest";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { removeBenchmark } from "#lib/benchmarks/mutations.ts";
import { filterByConfidence } from "#lib/curation/confidence/mutations.ts";
import { filterInput } from "#lib/curation/confidence/schema.ts";
import { madeOf, rowsOf, useSureRuns } from "#lib/curation/testing/sure-runs.ts";
import { db } from "#lib/db.ts";
import { editRun, removeRun, runResultImport } from "#lib/model-runs/mutations.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import { quietly, resultCsv, useFiles } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useSureRuns();
const { viewer } = trial;
const write = useFiles();

describe("the mark that a model filtered", () => {
  const edit = (runId: number, change: object) => {
    const { runId: _runId, ...given } = runEdit.parse({ runId, ...change });
    return editRun(viewer, runId, given);
  };

  test("comes by itself, to runs that come later too, and stays", async () => {
    const { benchmark } = expectValue(
      await filterByConfidence(viewer, await trial.wish(["Oar"], { kept: "4" })),
    );
    const made = await madeOf(benchmark);
    const [oar = expect.fail(), lantern = expect.fail()] = made.modelRuns;
    expect([oar.isFilter, lantern.isFilter]).toEqual([true, false]);
    expect(await edit(oar.id, { model: "Oar" })).toMatchObject({ ok: true });
    expect((await madeOf(benchmark)).modelRuns[0]).toMatchObject({ isFilter: true });
    expect(await edit(oar.id, { model: "Rudder" })).toMatchObject({ ok: false, error: "named_in_lineage" });
    // Under its name, any other run is a sibling of it.
    expect(await edit(lantern.id, { model: "oar ", version: "2" })).toMatchObject({ ok: true });
    const run = { track: "Literary", model: "OAR", method: "few-shot 5", version: "", ranAt: null };
    const files = [{ ...write("later.csv", resultCsv(rowsOf([0.1, 0.2, 0.3, 0.1, 0.2]).slice(1))), ...run }];
    const later = {
      benchmark: { id: made.id, slug: benchmark },
      files,
      mode: "store",
      skipBad: false,
    } as const;
    expect((await runResultImport(viewer, later, quietly)).problems).toEqual([]);
    expect((await madeOf(benchmark)).modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([
      ["OAR", true],
      ["Oar", true],
      ["oar", true],
      ["sieve", false],
    ]);
    const told = await listRuns(viewer, made.id);
    expect(told.map(({ run: one }) => one.filteredBy).sort()).toEqual([
      ...Array.from({ length: 3 }, () => "confidence"),
      null,
    ]);
  });

  test("goes on to what is made of the filtered, whose lineage is the whole chain", async () => {
    const first = expectValue(await filterByConfidence(viewer, await trial.wish(["Oar"])));
    const made = await madeOf(first.benchmark);
    const lantern = made.modelRuns.find(({ model }) => model === "lantern")?.id ?? 0;
    const again = {
      slug: first.benchmark,
      name: `Harder ${trial.slug()}`,
      run: String(lantern),
      threshold: "0.25",
    };
    const second = expectValue(
      await filterByConfidence(
        viewer,
        filterInput.parse({ ...again, exactly: "stays", rule: "any", kept: "2" }),
      ),
    );
    const last = await madeOf(second.benchmark);
    expect(last.modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([
      ["Oar", true],
      ["lantern", true],
      ["sieve", false],
    ]);
    const chain = (await getLineage(viewer, last.id)) ?? [];
    expect(chain.map(({ parent, benchmark: to }) => [parent?.slug, to.slug])).toEqual([
      [trial.slug(), first.benchmark],
      [first.benchmark, second.benchmark],
    ]);
    // Each goes with its own lineage, the last first; the run that filtered may go from where it came.
    const remove = async (slug: string) =>
      removeBenchmark(viewer, slug, (await db.benchmark.findUniqueOrThrow({ where: { slug } })).name);
    expect(await remove(first.benchmark)).toMatchObject({ ok: false, error: "has_descendants" });
    expect(await removeRun(viewer, await trial.idOf("Oar"), "Oar")).toMatchObject({ ok: true });
    expect(await remove(second.benchmark)).toMatchObject({ ok: true });
    expect(await remove(first.benchmark)).toMatchObject({ ok: true });
  });
});
