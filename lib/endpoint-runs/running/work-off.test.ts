import { expect, test } from "vitest";
import { watchState } from "#lib/endpoint-runs/running/work-off.ts";

test("looks again where the state can’t be read, and breaks off once the run is cancelled", async () => {
  const over = new AbortController();
  let looks = 0;
  async function readState() {
    looks += 1;
    if (looks === 1) throw new Error("the database is gone");
    return "cancelled" as const;
  }
  await watchState({ readState, over: over.signal, breakOff: () => over.abort(), everyMs: 1 });
  expect(looks).toBe(2);
});
