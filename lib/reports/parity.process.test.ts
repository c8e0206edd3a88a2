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
      "Each case as in its file, in parts: reference, judged (cases: 20), profile, scenario, judged (cases: 3) and scenario, judged (cases: 1). Parts kept for judges, seen by no participant: reference (cases: 4).",
    optionOrder: "The same for everybody.",
  });
  const told = parity.differences.join("\n");
  expect(told).toContain("for judges see their context");
  expect(told).toContain("had parts people never saw");
  expect(told).not.toContain("order of the file");
  expect(told).not.toContain("script");
});
