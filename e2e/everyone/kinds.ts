import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { figureAddress } from "#lib/paths.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import { resolveLabels } from "#lib/task-kinds/label-set.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";
import { designFrom, type Design } from "#e2e/everyone/judged.ts";
import { candidates, choose, place, radio } from "#e2e/participant/faults/started-sitting.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { exampleLines } from "#e2e/support/example-lines.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import type { OpenStudy } from "#e2e/support/studies.ts";
import { expect } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

export type Kind = {
  /** How many cases count. */
  count: number;
  /** What a study of it asks; where the kind has right answers, after a case of practice, unless that is left out. */
  design: (isPractised: boolean) => Promise<Design>;
  /** The first case is answered by keys alone, which leaves a case in front of them. */
  answer: (page: Page) => Promise<void>;
  /** How a case of which more is asked than one of its cards is answered on a phone. */
  chooseOnPhone?: (phone: Page, place: number) => Promise<void>;
  /** What a participant reads, and of what staff alone see. */
  given: readonly (string | RegExp)[];
  secrets: readonly string[];
  /** How many finish, two where nothing is said, and what each of them answers to every case. */
  people?: number;
  give: (who: number) => Partial<AnswerValue>;
  /** The overview of a study that they have finished. */
  look: (page: Page, study: OpenStudy) => Promise<void>;
};

async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
const table = (page: Page, name: string) => page.getByRole("table", { name });
const shown = (page: Page, words: string) => page.getByText(words).filter({ visible: true });
const form = (page: Page) => page.locator("form[data-kind]").filter({ visible: true });

/** The case itself, others lie ready beside it out of sight; and where its keys are heard. */
async function expectCase(page: Page, at: number, count: number, practised = 0): Promise<void> {
  await expectHeading(page, place(at, count));
  await expect(form(page).locator("input[name=position]")).toHaveValue(String(at + practised));
  await untilKeysAreHeard(page);
}

/** What is folded away by a key stays away in the next case. */
async function fold(page: Page, words: string): Promise<void> {
  await expect(shown(page, words)).toBeVisible();
  await page.keyboard.press("u");
  await expect(shown(page, words)).toBeHidden();
}

const thoughts = exampleLines("examples/thought-analysis.jsonl").slice(0, 6);
const book = resolveLabels("thought-analysis");
const box = (page: Page, code: number | "none") => form(page).locator(`input[name=code-${code}]`);

const codes: Kind = {
  count: thoughts.length,
  design: () =>
    designFrom({
      track: "Thoughts",
      cases: thoughts,
      count: thoughts.length,
      results: {
        judge: exampleLines("examples/thought-analysis-judge.jsonl")
          .slice(0, 6)
          .map((line) => JSON.parse(line) as { case: string; labels: string[] })
          .map(({ case: key, labels }) => ({ case: key, labels })),
      },
    }),
  async answer(page) {
    await expectCase(page, 1, thoughts.length);
    await fold(page, book.notes?.en ?? "");
    await pressKeys(page, "1", "3", "6", "3");
    await expect(box(page, 0)).toBeChecked();
    await expect(box(page, 2)).not.toBeChecked();
    await expect(box(page, 5)).toBeChecked();
    await expect(page.getByRole("status").filter({ hasText: "Unticked: Past" })).toHaveCount(1);
    await page.keyboard.press("0");
    await expect(box(page, "none")).toBeChecked();
    await expect(form(page).locator("input[type=checkbox]:checked")).toHaveCount(1);
    // A code rules out that there is none.
    await page.keyboard.press("2");
    await expect(box(page, "none")).not.toBeChecked();
    await page.keyboard.press("Enter");
    await expectCase(page, 2, thoughts.length);
    await pressKeys(page, "0", "p");
    await expectCase(page, 1, thoughts.length);
    await expect(box(page, 1)).toBeChecked();
    await page.keyboard.press("n");
    await expect(box(page, "none")).toBeChecked();
  },
  async chooseOnPhone(phone, place) {
    const tick = (code: number | "none") =>
      form(phone)
        .locator("label", { has: phone.locator(`input[name=code-${code}]`) })
        .click();
    await tick("none");
    await expect(box(phone, "none")).toBeChecked();
    if (place === 1) return;
    await tick(place);
    await tick(0);
    await expect(box(phone, place)).toBeChecked();
    await expect(box(phone, "none")).not.toBeChecked();
  },
  given: ["Forty years and never once dark", zhT("taskKinds.codes.sitting.reading.none")],
  secrets: ["Memory", "Zero-shot", "quill-3", '"bridge"', '"attributes"', '"gold"'],
  give: (who) => ({ codes: [5, 1][who] }),
  async look(page) {
    const overall = page.getByRole("table", { name: t("resultsCodes.overall"), exact: true });
    await expect(overall.getByRole("row", { name: "judge" })).toContainText("2 of 6");
    await expect(overall.getByRole("row", { name: /^People \d/ })).toContainText("of 12");
    const agreement = table(page, t("resultsCodes.agreement.title"));
    await expect(agreement.getByRole("row", { name: "Out of character" })).toBeVisible();
  },
};

const answers = exampleLines("formats/labels-example.jsonl").filter((line) =>
  line.includes('"track":"Consistency"'),
);
const set = resolveLabels("interviewsim-consistency");

const labels: Kind = {
  count: 8,
  design: () =>
    designFrom({
      track: "Consistency",
      cases: answers,
      count: 8,
      results: {
        judge: ["ines-swim-m", "ines-swim-z", "tomas-cat-m"].map((key) => ({
          case: key,
          label: "Contradiction",
        })),
      },
    }),
  async answer(page) {
    const types = page.getByRole("group", { name: set.errors?.question.en ?? "" });
    await expectCase(page, 1, 8);
    await fold(page, set.notes?.en ?? "");
    await page.keyboard.press("1");
    await expect(radio(page, 0)).toBeChecked();
    await expect(types).toBeHidden();
    await page.keyboard.press("3");
    await expect(types).toBeVisible();
    await types.getByRole("radio").first().focus();
    await pressKeys(page, "Space", "Enter");
    await expectCase(page, 2, 8);
    await expect(shown(page, set.notes?.en ?? "")).toBeHidden();
    await page.keyboard.press("p");
    await expect(radio(page, 2)).toBeChecked();
  },
  given: ["Like an otter"],
  secrets: ["Memory-100", "Zero-shot", "Education", '"ines"', '"tomas"', '"gold"'],
  give: (who) => ({ choice: who }),
  async look(page) {
    const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
    expect(headings.indexOf(t("resultsLabels.title"))).toBeLessThan(
      headings.indexOf(t("resultsOverview.known")),
    );
    const shares = table(page, t("resultsLabels.set", { set: set.name }));
    await expect(shares.getByRole("row", { name: "judge" })).toContainText("3 of 3");
    const byMethod = table(page, t("resultsLabels.by", { attribute: "method" }));
    await expect(byMethod.getByRole("row", { name: "Zero-shot judge" })).toContainText("1 of 1");
    await expect(page.getByRole("row", { name: t("resultsLabels.alpha") })).toBeVisible();
  },
};

const ratedThoughts = exampleLines("formats/ratings-example.jsonl").filter((line) =>
  line.includes('"track":"Gold"'),
);
const scale = resolveScale("rolethink-gold");

const ratings: Kind = {
  count: 4,
  design: () =>
    designFrom({
      track: "Gold",
      cases: ratedThoughts,
      count: 4,
      results: { judge: ["quay-a", "quay-b"].map((key) => ({ case: key, rating: 4 })) },
    }),
  async answer(page) {
    const about = scale.points[0]?.about?.en ?? "";
    await expectCase(page, 1, 4);
    await fold(page, about);
    await page.keyboard.press("4");
    await expect(radio(page, 3)).toBeChecked();
    await page.keyboard.press("Enter");
    await expectCase(page, 2, 4);
    await expect(shown(page, about)).toBeHidden();
  },
  given: ["mine the only ladder"],
  secrets: ["Zero-shot", "quill-3", '"quay"', '"ledger"'],
  give: (who) => ({ choice: who }),
  async look(page) {
    await expect(table(page, scale.name).getByRole("row", { name: "Gold" })).toBeVisible();
  },
};

const pairLines = exampleLines("formats/pairs-example.jsonl");
// Without practice in the plan, its case could be drawn like any other.
const pairsThatCount = pairLines.filter((line) => !line.includes('"gold"'));
const pairKeys = pairLines.join("\n").match(/(?<="id":")(?:orchard|tower|loft|pass)-\w+/g) ?? [];
const said = ["first", "second", "first", "tie"] as const;

const pairs: Kind = {
  count: pairKeys.length,
  async design(isPractised) {
    const design = await designFrom({
      track: "Silver",
      cases: isPractised ? pairLines : pairsThatCount,
      count: pairKeys.length,
      results: { judge: pairKeys.map((key, i) => ({ case: key, choice: said[i % 4] })) },
    });
    const practice = { count: 1, cases: [{ track: "Silver", key: "try" }] };
    const sample = { seed: 7, quota: { Silver: pairKeys.length }, practice };
    return isPractised ? { ...design, sample } : design;
  },
  async answer(page) {
    await expect(page.getByText("Which answer is about the weather?")).toBeVisible();
    // The tie is the third key.
    await page.keyboard.press("3");
    await expect(radio(page, 2)).toBeChecked();
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("taskKinds.pair.sitting.practice.wrong"))).toBeVisible();
    await press(page, t("sitting.practice.goOn"));
    await expectCase(page, 1, pairKeys.length, 1);
    await page.keyboard.press("2");
    await expect(radio(page, 1)).toBeChecked();
  },
  given: ["let them walk faster"],
  secrets: ["Zero-shot", "Memory", "quill-3", "lantern-4", '"orchard"', '"loft"', "something else"],
  people: 5,
  give: (who) => ({ choice: who % 3 }),
  async look(page, { slug }) {
    await expect(page.getByText("(n = 60; cases: 12 in 4 groups; people: 5)")).toBeVisible();
    const against = table(page, t("resultsPairs.against.caption"));
    await expect(against.getByRole("row", { name: /^Zero-shot · quill-3/ })).toBeVisible();
    const judges = table(page, t("resultsPairs.judges.caption"));
    await expect(judges.getByRole("row", { name: /^judge/ })).toBeVisible();
    const csv = await page.request.get(figureAddress(slug, "strengths", new URLSearchParams(), "csv"));
    const rows = (await csv.text()).replace("\uFEFF", "").trimEnd().split("\n");
    // Three origins by people, and by the judge.
    expect(rows.map((row) => row.split(",")[0])).toEqual([
      "by",
      ...Array<string>(3).fill("people"),
      ...Array<string>(3).fill("judge"),
    ]);
  },
};

type TextLine = { id: string; question: string; options: { type: string }[] };
const textCases = exampleLines("formats/texts-example.jsonl");
const textLines = textCases.map((line) => JSON.parse(line) as TextLine);
const types = [...new Set(textLines.flatMap(({ options }) => options.map(({ type }) => type)))];
const plausibility = "Plausibility";
const textWords = en.taskKinds.texts.sitting;

/** Of the case that is practised. */
export const practised = {
  question: "What did the ferryman say about the new bridge?",
  right: "It will take his passengers but not his freight.",
  wrong: "It will bring him more passengers than before.",
};
export const wrongText = textWords.practice.wrong
  .replace("{right}", practised.right)
  .replace("{chosen}", practised.wrong);

export const texts: Kind = {
  count: textLines.length - 1,
  async design(isPractised) {
    const design = await designFrom({
      track: plausibility,
      cases: textCases,
      count: textLines.length - 1,
      // Certain of the first option of each.
      results: {
        lantern: textLines.map(({ id, options }) => ({
          case: id,
          probabilities: options.map((_, option) => (option === 0 ? 1 : 0)),
        })),
      },
    });
    const practice = { count: 1, cases: [{ track: plausibility, key: "ferry-1" }] };
    return isPractised ? { ...design, sample: { ...Object(design["sample"]), practice } } : design;
  },
  async answer(page) {
    await expectHeading(page, t("sitting.case.practicePlace", { place: "1", count: "1" }));
    await expect(page.getByText(practised.question)).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog").getByText(textWords.keys.choose, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await press(page, t("sitting.case.check"));
    await expect(page.getByRole("alert").getByText(textWords.missing.choice)).toBeVisible();
    const written = await candidates(page).allInnerTexts();
    const wrong = written.findIndex((text) => text.includes(practised.wrong));
    await page.keyboard.press(String(wrong + 1));
    await expect(radio(page, wrong)).toBeChecked();
    await page.keyboard.press("Enter");
    await expect(page.getByText(wrongText)).toBeVisible();
    await press(page, t("sitting.practice.goOn"));
    await expectCase(page, 1, textLines.length - 1, 1);
    await choose(page, 1);
  },
  given: [],
  secrets: types,
  give: (who) => ({ choice: who }),
  async look(page) {
    // Of the questions with three and with four options, by two people.
    for (const [options, n] of [
      [3, 10],
      [4, 8],
    ] as const) {
      const chosen = table(page, t("resultsTexts.ofFormat", { options }));
      await expect(chosen.getByRole("row")).toHaveCount(1 + types.length);
      for (const type of types)
        await expect(chosen.getByRole("row", { name: type })).toContainText(`of ${n}`);
    }
    await expect(
      page.getByText(t("results.withoutGold.title", { all: "false", count: 2, cases: textLines.length - 1 })),
    ).toBeVisible();
  },
};

const traitLines = exampleLines("formats/traits-example.jsonl");
const traitKeys = traitLines.map((line) => (JSON.parse(line) as { id: string }).id);
const traitNames = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];
const level = (page: Page, trait: string, value: number) =>
  form(page).locator(`input[name=${trait}][value="${value}"]`);

const traits: Kind = {
  count: traitKeys.length,
  design: () =>
    designFrom({
      track: "Personality",
      cases: traitLines,
      count: traitKeys.length,
      results: {
        judge: traitKeys.map((key) => ({
          case: key,
          traits: Object.fromEntries(traitNames.map((trait) => [trait, ["High", "Low", "High"]])),
        })),
      },
    }),
  async answer(page) {
    await expectCase(page, 1, traitKeys.length);
    await fold(page, t("taskKinds.traits.sitting.reading.traits.openness.about"));
    // A number gives the level, and goes on to the next trait.
    await pressKeys(page, "3", "1", "2");
    await expect(level(page, "openness", 2)).toBeChecked();
    await expect(level(page, "conscientiousness", 0)).toBeChecked();
    await expect(level(page, "extraversion", 1)).toBeChecked();
    // Back by the arrows, which choose nothing.
    await pressKeys(page, "ArrowUp", "ArrowUp");
    await expect(level(page, "conscientiousness", 0)).toBeFocused();
    await page.keyboard.press("2");
    await expect(level(page, "conscientiousness", 1)).toBeChecked();
    await pressKeys(page, "ArrowDown", "3", "3");
    await expect(level(page, "neuroticism", 2)).toBeChecked();
    await page.keyboard.press("Enter");
    await expectCase(page, 2, traitKeys.length);
  },
  async chooseOnPhone(phone, at) {
    for (const [row, trait] of traitNames.entries()) await level(phone, trait, (at + row) % 3).check();
  },
  given: ["had the ropes coiled"],
  secrets: ["Zero-shot", "quill-3", '"nell"', '"orrin"'],
  give: (who) => Object.fromEntries(traitNames.map((trait) => [trait, who])),
  async look(page) {
    const similarity = table(page, t("resultsTraits.similarity.title"));
    await expect(similarity.getByRole("row", { name: /Memory · quill-3/ }).first()).toBeVisible();
    const agreement = table(page, t("resultsTraits.agreement.title"));
    await expect(agreement.getByRole("row", { name: /Openness/ })).toContainText("12");
  },
};

/** Texts to choose from and thoughts to rate, in one study. */
const two: Kind = {
  count: 5,
  async design() {
    const name = `Two kinds ${crypto.randomUUID().slice(0, 8)}`;
    const benchmark = await createBenchmark(operator(), { name, description: "" });
    await bring(benchmark, { track: plausibility, cases: textCases.join("\n") });
    await bring(benchmark, { track: "Gold", cases: ratedThoughts.join("\n") });
    const quota = { [plausibility]: 3, Gold: 2 };
    return {
      benchmark: benchmark.slug,
      frame: { tracks: Object.keys(quota) },
      sample: { seed: 7, quota },
      questions: { showScore: true },
    };
  },
  async answer(page) {
    const notice = page.getByRole("region", { name: t("sitting.part.label") });
    await expect(notice).toContainText(t("sitting.part.title", { number: "1", count: "2" }));
    for (const at of [1, 2, 3]) {
      await expectCase(page, at, 5);
      await page.keyboard.press("2");
      await expect(radio(page, 1)).toBeChecked();
      await page.keyboard.press("Enter");
    }
    await expectCase(page, 4, 5);
    await expect(notice).toContainText(t("sitting.part.title", { number: "2", count: "2" }));
    await expect(notice).toContainText(t("taskKinds.rating.sitting.part.what"));
    await page.keyboard.press("5");
    await expect(radio(page, 4)).toBeChecked();
  },
  // Of the two kinds, one has right answers, and its score is over its own cases.
  given: [zhT("taskKinds.rating.sitting.part.what"), /3 个片段中，您选对了 \d 个的回答。/],
  secrets: types,
  give: (who) => ({ choice: who }),
  async look(page) {
    const kinds = page.getByRole("list", { name: t("results.switches.kind.label"), exact: true });
    await page.getByRole("button", { name: t("results.switches.open") }).click();
    await expect(kinds.getByRole("link", { name: "Texts" })).toHaveAttribute("aria-current", "true");
    await expect(table(page, scale.name)).toHaveCount(0);
    await kinds.getByRole("link", { name: "Ratings" }).click();
    await expect(table(page, scale.name).getByRole("row", { name: "Gold" })).toBeVisible();
    await page.getByRole("button", { name: t("results.switches.open") }).click();
    await expect(kinds.getByRole("link", { name: "Ratings" })).toHaveAttribute("aria-current", "true");
  },
};

export { scale as ratingScale, two as twoKinds };
export const kinds: Readonly<Record<string, Kind>> = {
  codes,
  labels,
  ratings,
  pairs,
  texts,
  traits,
  "two kinds": two,
};
