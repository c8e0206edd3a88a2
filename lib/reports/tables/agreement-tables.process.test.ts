import { expect, test } from "vitest";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { makeSelfAgreementTable } from "#lib/reports/tables/agreement-tables.ts";
import { renderCsv } from "#lib/reports/tables/printed-table.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import type { SelfAgreementPart } from "#lib/study-results/figure-schemas.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";

const { facts, tables } = await imagineReport(makeRatedRows({ seed: 11, groups: 12, raters: 4 }));

const bounded = (value: number, low: number | null = null, high: number | null = null) => ({
  value,
  low,
  high,
  reason: low === null ? ("too_few_groups" as const) : null,
});
const all: SelfAgreementPart = {
  track: null,
  pairs: 80,
  people: 4,
  cases: 24,
  kappa: null,
  change: null,
  same: bounded(0.7125, 0.601, 0.812),
};
const gold: SelfAgreementPart = {
  track: "Gold",
  pairs: 60,
  people: 4,
  cases: 18,
  same: bounded(0.75, 0.62, 0.85),
  kappa: bounded(0.8123),
  change: bounded(-0.05, -0.2, 0.1),
};
const silver: SelfAgreementPart = { ...gold, track: "Silver", pairs: 20, cases: 6 };
const make = (selfAgreement: SelfAgreementPart[]) => makeSelfAgreementTable({ ...facts, selfAgreement });

test("a plan that brings no case again has no table of self-agreement", () => {
  expect(make([])).toBeNull();
  expect(tables.map(({ name }) => name)).not.toContain("self-agreement");
});

test("each track has a row with its counts, and figures of one scale alone where there is one", () => {
  const table = make([all, gold, silver]);
  if (!table) throw new Error("no table");
  expect(table.columns.map(({ label }) => label)).toEqual([
    "Track",
    "Answered twice",
    "People",
    "Cases",
    "Same answer again, %",
    "Quadratic kappa",
    "Second less first",
  ]);
  expect(table.groups[0]?.map(({ cells }) => cells)).toEqual([
    ["all tracks", "80", "4", "24", "71.3 (60.1 to 81.2)", "–", "–"],
    ["Gold", "60", "4", "18", "75.0 (62.0 to 85.0)", "0.812", "−0.050 (−0.200 to 0.100)"],
    ["Silver", "20", "4", "6", "too few: 20", "–", "–"],
  ]);
  expect(table.notes.slice(1)).toEqual([
    "all tracks: several scales, so no common kappa or mean change.",
    "Quadratic kappa, Gold: no interval, because there are too few groups of cases.",
  ]);
  const tex = renderLatexTable(table, []);
  expect(tex).toContain("Gold & 60 & 4 & 18 &");
  const [head, , ofGold, ofSilver] = renderCsv(table).trim().split("\r\n");
  expect(head).toContain("kappa,kappa_low,kappa_high,kappa_reason");
  expect(ofGold).toContain(",0.8123,,,too_few_groups,-0.05,-0.2,0.1,");
  expect(ofSilver).toContain(",1,,,,too_few,");
});

test("answers that lie on no scale have no columns for one", () => {
  const table = make([all]);
  expect(table?.columns).toHaveLength(5);
  expect(table?.notes).toHaveLength(1);
});
