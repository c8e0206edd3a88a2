import { expect, test } from "vitest";
import { sumLedger } from "#lib/endpoint-runs/queries.ts";
import { workOff, type Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { promptOf, replyWith } from "#lib/endpoint-runs/testing/scripted-model.ts";
import { quiet, useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";

/** A reply that ends the process once it is read for an answer: the first to read it is the ledger. */
function deadly() {
  const outcome = replyWith("");
  let reads = 0;
  Object.defineProperty(outcome.reply, "text", {
    get: () => {
      if (++reads > 1) throw new Error("killed");
      return "A text without an end.";
    },
  });
  return outcome;
}

const { viewer, cases, right, start, readPredictions } = await useTrialRuns();

/** A process that asks until a reply ends it. How often it asked for that reply is what it returns. */
async function workUntilKilled(id: string) {
  const killed = new AbortController();
  let asked = 0;
  const caller: Caller = async (reach, request, signal) => {
    if (promptOf(request) !== cases[0]?.prompt) return right(reach, request, signal);
    asked += 1;
    killed.abort();
    return deadly();
  };
  const how = await workOff(viewer, id, quiet(killed.signal), caller).catch(() => "killed");
  return { how, asked };
}

test("a reply that ends every process is asked for a few times, paid each time, and then unanswered", async () => {
  const id = await start({ tries: "2", atOnce: "1" });
  for (let process = 1; process <= 5; process++)
    expect(await workUntilKilled(id)).toEqual({ how: "killed", asked: 1 });
  expect(await workUntilKilled(id)).toMatchObject({ how: { how: "done" }, asked: 0 });
  const predictions = await readPredictions(id);
  expect(predictions.filter(({ failed }) => failed)).toHaveLength(1);
  const sums = await sumLedger(viewer, id, 2);
  expect(sums).toMatchObject({ answered: 5, failed: 1, tries: 10, underWay: 0 });
  expect(sums.failures).toMatchObject([{ failure: "interrupted", count: 5 }]);
  expect(sums.money).toBeCloseTo(10 * 0.00012, 12);
});

test("what it cost counts against the budget", async () => {
  const id = await start({ budgetMoney: "0.0002", atOnce: "1" });
  await workUntilKilled(id);
  await workUntilKilled(id);
  expect(await workUntilKilled(id)).toMatchObject({ how: { how: "stopped", reason: "money" }, asked: 0 });
});
