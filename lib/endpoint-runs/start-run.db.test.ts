import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";

const { attempt, endpoint } = await useTrialRuns();

describe("what can’t be begun", () => {
  test("says why", async () => {
    expect(await attempt({ samples: "2" })).toMatchObject({
      error: "invalid",
      fields: { temperature: "no_chance" },
    });
    expect(await attempt({}, 7)).toMatchObject({ error: "changed" });
    expect(await attempt({ benchmark: "elsewhere" })).toMatchObject({ error: "not_found" });
    expect(await attempt({ endpointId: "999999" })).toMatchObject({ error: "no_endpoint" });
    expect(await attempt({ tracks: "Drama" })).toMatchObject({ error: "no_cases" });
    await db.modelEndpoint.update({ where: { id: endpoint.id }, data: { priceOutput: null } });
    expect(await attempt({ budgetMoney: "1" })).toMatchObject({ fields: { budgetMoney: "no_price" } });
  });

  test("a run of the same name that is there, or being asked for, also by a double click", async () => {
    const both = await Promise.all([attempt({}), attempt({})]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: "taken" });
    expect(await attempt({ version: "2" })).toMatchObject({ ok: true });
  });
});
