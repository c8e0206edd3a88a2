import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import {
  renderMethodsLatex,
  renderMethodsMarkdown,
  renderMethodsText,
} from "#lib/reports/methods/methods.ts";
import { renderCsv } from "#lib/reports/tables/printed-table.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { preferNotToSay } from "#lib/studies/prefer-not-to-say.ts";
import type { Reporting } from "#lib/studies/reporting/schema.ts";
import { makeRandomRows, type RandomRowsOptions } from "#lib/study-results/testing/random-rows.ts";

const both = (text: string) => ({ en: text, "zh-CN": "" });
const background = [
  {
    key: "education",
    kind: "choice",
    label: both("Your education?"),
    need: "optional",
    options: ["school", "university"].map((value) => ({ value, label: both(value) })),
  },
  { key: "age", kind: "number", label: both("Your age?"), options: [], need: "optional" },
  { key: "job", kind: "text", label: both("Your job?"), options: [], need: "optional" },
];
const stated: Reporting = {
  how: "Participants answered\na call on a notice board",
  where: "Bergen & Oslo",
  eligibility: "Adults could take part.",
  payment: { kind: "paid", amount: 12.5, currency: "EUR", per: "hour" },
  approval: { kind: "approved", board: "the ethics board of Bergen" },
  translation: { allowed: false },
  tools: { allowed: true, words: "Nobody was watched" },
};

const study = (reporting: Reporting | undefined, change: Partial<RandomRowsOptions> = {}) =>
  makeRandomRows({
    people: 12,
    cases: 30,
    runs: 2,
    seed: 6,
    missing: 0,
    ...change,
    parts: {
      questions: { background, preferNotToSay: true },
      recruitment: { reporting },
    } as NonNullable<RandomRowsOptions["parts"]>,
  });

describe("what only people know", () => {
  test("stands in the methods as it was stated, before opening and after", async () => {
    const later = {
      approval: { kind: "approved", board: "the ethics board of Bergen", number: "7" },
    } as const;
    const at = new Date("2026-03-04T12:00:00Z");
    const { methods, facts, points } = await imagineReport(study(stated), "people", {
      details: [{ revision: 1, content: later, at }],
    });
    const told = renderMethodsText(methods);
    for (const sentence of [
      "Participants answered a call on a notice board. Recruitment took place in Bergen & Oslo. Adults could take part.",
      "The study was approved by the ethics board of Bergen (approval number 7).",
      "Participants received 12.50 EUR per hour.",
      "Participants were instructed not to use dictionaries or machine translation.",
      "language models or other tools. Nobody was watched.",
      "Recorded or changed after the study had opened: ethics approval (most recently on 2026-03-04).",
      "On ethics approval, the plan had stated: “The study was approved by the ethics board of Bergen [not stated: approval number].”",
    ])
      expect(told).toContain(sentence);
    expect(points.find(({ key }) => key === "participants")).toMatchObject({ state: "met", gaps: [] });
    expect(renderMethodsLatex(facts, methods)).toContain("Bergen \\& Oslo");
  });

  test("is marked where nobody stated it, in every form, and is a gap of the checklist", async () => {
    const { methods, facts, points } = await imagineReport(study(undefined));
    const marks = renderMethodsText(methods).match(/\[not stated: [^\]]+\]/g) ?? [];
    expect(marks).toHaveLength(7);
    expect(renderMethodsMarkdown(facts, methods)).toContain("**\\[not stated: payment\\]**");
    expect(renderMethodsLatex(facts, methods)).toContain("\\textbf{{[}not stated: payment{]}}");
    const point = points.find(({ key }) => key === "participants");
    expect(point?.state).toBe("missing");
    expect(point?.gaps.map(({ what }) => what)).toContain("Not stated: payment.");
  });

  test("is quoted from the consent where that says it, and asked of nobody twice", async () => {
    const rows = study(undefined);
    const { words } = rows.study.design;
    const ethics = {
      ...Object.fromEntries(["institution", "contact", "retention"].map((field) => [field, both("")])),
      approval: both("Approved as 7"),
      payment: both("十元。"),
    } as NonNullable<typeof words.ethics>;
    const design = { ...rows.study.design, words: { ...words, ethics } };
    const { methods } = await imagineReport({ ...rows, study: { ...rows.study, design } });
    const told = renderMethodsText(methods);
    expect(told).toContain("On ethics approval, the consent statement read: “Approved as 7.”");
    expect(told).toContain("On payment, the consent statement read: “十元。”");
    expect(told).not.toMatch(/not stated: (payment|ethics)/);
  });

  test("is told of nobody where people were simulated", async () => {
    const rows = makeRandomRows({ people: 8, cases: 20, runs: 1, seed: 3, simulated: 1 });
    const { methods, tables } = await imagineReport(rows, "simulated");
    expect(renderMethodsText(methods)).not.toMatch(/not stated|consent|recruit/);
    expect(renderMethodsText(methods)).toContain("8 simulated participants agreed");
    expect(tables.map(({ name }) => name)).not.toContain("background");
  });
});

test("background is a table over those who are analysed: every answer with its n, those without one too", async () => {
  const rows = study(stated);
  const said = ["school", "university", "university", preferNotToSay].map((education, i) => ({
    education,
    age: 20 + i,
    ...(i === 0 && { job: "harbour master" }),
  }));
  const background = new Map(rows.people.map(({ sittingId }, i) => [sittingId, said[i] ?? {}]));
  const { tables, facts } = await imagineReport(rows, "people", { background });
  const n = facts.analysed.length;
  const table = tables.find(({ name }) => name === "background");
  const lines = parse(renderCsv(table!), { columns: true, bom: true }) as Record<string, string>[];
  const of = (question: string) =>
    lines
      .filter((line) => line["question"] === question)
      .map(({ answer, n: count }) => [answer, Number(count)]);
  const counted = facts.analysed.map((index) => said[index]);
  const having = (education: string) => counted.filter((one) => one?.education === education).length;
  expect(of("education")).toEqual([
    ["school", having("school")],
    ["university", having("university")],
    ["preferred not to say", having(preferNotToSay)],
    ["unanswered", counted.filter((one) => !one).length],
  ]);
  expect(of("education").reduce((sum, [, count]) => sum + Number(count), 0)).toBe(n);
  expect(lines.find(({ question }) => question === "age")?.["summary"]).toMatch(/^\d+(\.\d)? \(\d/);
  // What people typed stays where it is.
  expect(JSON.stringify(table)).not.toContain("harbour master");
  expect(table?.notes.join(" ")).toContain("Cells below 5 participants are not suppressed");
});

test("the flow adds up, in the figure and in words", async () => {
  const rows = study(stated, { excluded: 0.3 });
  const day = new Date("2026-03-04T12:00:00Z");
  const none = { who: "people", first: day, last: day } as const;
  const { facts, methods, figures } = await imagineReport(rows, "people", {
    arrivals: {
      invited: 20,
      coming: [
        { ...none, way: "invitation", agreed: 11, notBegun: 2, withdrawn: 1, withdrewAfter: 1 },
        { ...none, way: "open_link", agreed: 5, notBegun: 1, withdrawn: 0, withdrewAfter: 0 },
      ],
    },
  });
  const { flow } = facts;
  expect([flow.agreed, flow.notBegun, flow.began, flow.withdrew]).toEqual([16, 3, 13, 1]);
  expect(flow.began - flow.withdrew - flow.excluded - flow.silent).toBe(flow.counted);
  const told = renderMethodsText(methods);
  expect(told).toContain("Personal invitations issued: 20. In total, 16 participants agreed");
  expect(told).toContain("(11 by personal invitation, 5 by open link); 3 of them did not begin.");
  expect(told).toContain(`Of the 13 who began, 1 withdrew; excluded: ${flow.excluded} (`);
  const drawn = figures.find(({ name }) => name === "flow");
  expect(drawn?.caption).toContain("Participant flow");
  expect(JSON.stringify(drawn?.figure)).toContain(`Analysed (n\u00a0=\u00a0${flow.counted})`);
});
