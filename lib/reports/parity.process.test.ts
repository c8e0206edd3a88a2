import { expect, test } from "vitest";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";

test("of ratings people had the parts of a case, and points have one order", async () => {
  const rows = makeRatedRows({
    seed: 3,
    groups: 12,
    raters: 4,
    judges: 2,
    methods: ["a", "b"],
    models: ["m"],
  });
  const presented = [
    { kind: "rating" as const, isScript: false, roles: ["reference", "judged"], hidden: [], cases: 20 },
    {
      kind: "rating" as const,
      isScript: false,
      roles: ["profile", "scenario", "judged"],
      hidden: ["reference"],
      cases: 3,
    },
    {
      kind: "rating" as const,
      isScript: false,
      roles: ["scenario", "judged"],
      hidden: ["reference"],
      cases: 1,
    },
    { kind: "choice" as const, isScript: true, roles: [], hidden: [], cases: 9 },
  ];
  const { parity } = await imagineReport(rows, "people", { presented });
  expect(parity.people).toMatchObject({
    context:
      "Each case as its file has it, in parts: reference, judged (20 cases), profile, scenario, judged (3 cases) and scenario, judged (1 case). No participant saw the parts that the file keeps for judges: reference (4 cases).",
    optionOrder: "The same for everybody.",
  });
  const told = parity.differences.join("\n");
  expect(told).toContain("Which of them a judge was given");
  expect(told).toContain("Parts that people never saw were sent to the models");
  expect(told).not.toContain("order of the file");
  expect(told).not.toContain("script");
});
