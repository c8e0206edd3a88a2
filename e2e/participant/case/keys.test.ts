import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { makeBenchmarkOf } from "#e2e/participant/faults/made-cases.ts";
import {
  candidates,
  choose,
  expectCase,
  radio,
  startSittingAs,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { heading } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const count = 24;
const middle = 12;
const long = "Keeps the light on the mole and the tide table of the harbour, and lends out neither. ".repeat(
  5,
);

// As many as a prime number, so that steps of each width lead from every key to another one.
const everyKey = [
  "1",
  "2",
  "5",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Enter",
  "Space",
  "n",
  "p",
  "u",
  "?",
  "Escape",
  "Tab",
  "Home",
  "End",
];

/** Every ordered pair of keys, in rows. */
function listRows(keys: readonly string[]): string[][] {
  const at = (index: number) => keys[index % keys.length] ?? "";
  const twice = keys.flatMap((key) => [key, key]);
  return [twice, ...keys.slice(1).map((_, i) => [...keys, ""].map((__, step) => at(step * (i + 1))))];
}

async function harbour(): Promise<OpenStudy> {
  const passages = Array.from({ length: count }, (_, n) => ({
    key: `key-${n}`,
    said: `Question ${n} at the mole.`,
    answered: "Not before the tide.",
    names: ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin", "The Clerk"],
    profiles: Array.from({ length: 5 }, () => long),
    gold: 0,
  }));
  return openedStudy({
    benchmark: await makeBenchmarkOf({ passages }),
    questions: { knowsWork: "optional" },
    sample: { seed: 7, quota: { Literary: count } },
    assignment: { optionOrder: "fixed" },
  });
}

/** How everything stood when something was pressed; what is other at the next press was its doing. */
type Step = { pressed: string; place: string; choices: Record<string, string> };

const watch = (page: Page) =>
  page.evaluate(() => {
    const steps: Step[] = [];
    Object.assign(window, { steps });
    const note = (pressed: string, target: EventTarget | null) => {
      const on = target instanceof HTMLInputElement ? target.name : (target as Element).tagName;
      const chosen = [...document.querySelectorAll<HTMLFormElement>("form[data-position]")].map((form) => [
        form.dataset.position,
        new FormData(form).get("choice") ?? "",
      ]);
      steps.push({
        pressed: `${pressed} on ${on}`,
        place: document.querySelector("[data-place]")?.textContent ?? "",
        choices: Object.fromEntries(chosen) as Record<string, string>,
      });
    };
    for (const kind of ["keydown", "pointerdown"] as const)
      window.addEventListener(
        kind,
        (event) => note(event instanceof KeyboardEvent ? event.key : "mouse", event.target),
        true,
      );
  });
const takeSteps = (page: Page) =>
  page.evaluate(() => (window as unknown as { steps: Step[] }).steps.splice(0));

/** What each press did, by what was pressed on what. */
function tellActions(steps: readonly Step[], known: Record<string, string>) {
  const [moved, chose] = [new Set<string>(), new Set<string>()];
  for (const [i, { pressed, place }] of steps.entries()) {
    const after = steps[i + 1];
    if (!after) break;
    if (after.place !== place) moved.add(pressed);
    for (const [position, choice] of Object.entries(after.choices)) {
      if ((known[position] ?? "") !== choice) chose.add(pressed);
      known[position] = choice;
    }
  }
  return { moved, chose };
}

const settings = {
  "a look at the case": { before: [], chosen: "1 on (?!choice)" },
  "a click on a candidate, and another one by number": {
    before: ["mouse", "2"],
    chosen: "ArrowDown on choice",
  },
};
async function pressAllPairs(
  page: Page,
  keys: readonly string[],
  before: readonly string[],
): Promise<Step[]> {
  const title = await heading(page).boundingBox();
  const candidate = await candidates(page).first().getByText("Ilse Brandt").boundingBox();
  const click = (box: typeof title) => page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  for (const row of listRows(keys)) {
    // Each row goes on by one more case than it goes back.
    for (const key of ["Escape", "p"]) await page.keyboard.press(key);
    await click(title);
    for (const first of before) await (first === "mouse" ? click(candidate) : page.keyboard.press(first));
    for (const [i, key] of row.entries()) {
      await page.keyboard.press(key);
      if (row[i - 1] !== "?" || key === "Escape") continue;
      // It was for the help.
      for (const again of ["Escape", key]) await page.keyboard.press(again);
    }
  }
  // What the last one did is seen by one more.
  await page.keyboard.press("Escape");
  return takeSteps(page);
}

thorough("whatever two keys follow each other, none both chooses and moves", async ({ page, signInAs }) => {
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { study: await harbour() });
  // Nothing has to be scrolled to, and what unfolds is below.
  await page.setViewportSize({ width: 600, height: 2400 });
  await Promise.all([supplied(page), page.goto(caseAt(middle))]);
  await expect(page.locator("dialog")).toHaveCount(3);
  await watch(page);
  const known: Record<string, string> = {};
  for (const [name, { before, chosen }] of Object.entries(settings))
    await test.step(`after ${name}`, async () => {
      const { moved, chose } = tellActions(await pressAllPairs(page, everyKey, before), known);
      expect([...moved].filter((pressed) => chose.has(pressed))).toEqual([]);
      expect([...moved].filter((pressed) => !/^(n|p|Enter) on | on (BUTTON|A)$/.test(pressed))).toEqual([]);
      const choosing = /^[1-5] on |^(Arrow\w+| ) on choice$|^mouse on LABEL$/;
      expect([...chose].filter((pressed) => !choosing.test(pressed))).toEqual([]);
      // Nothing has the focus for the moment in which a case is turned to.
      for (const key of ["n", "p", "Enter"])
        expect([...moved].join("\n")).toMatch(new RegExp(`^${key} on (H1|BODY)$`, "m"));
      expect([...chose].join("\n")).toMatch(new RegExp(chosen));
    });

  const stored = async () => {
    const answers = await db.answer.findMany({ where: { sittingId: sitter.sittingId } });
    return Object.fromEntries(answers.map(({ position, decision }) => [position, String(decision)]));
  };
  const given = Object.fromEntries(Object.entries(known).filter(([, choice]) => choice !== ""));
  await expect.poll(stored).toEqual(given);
});

test("keys write while somebody types, are told by ?, and can be switched off for good", async ({
  page,
  signInAs,
}) => {
  const { caseAt } = await startSittingAs(page, signInAs);
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await choose(page, 0);
  const reason = page.getByRole("textbox", { name: t("sitting.extra.reason") });
  await reason.fill("");
  await page.keyboard.type("2np u?");
  await expect(reason).toHaveValue("2np u?");
  await expect(radio(page, 0)).toBeChecked();
  await expectCase(page, 1);

  await heading(page).focus();
  await untilKeysAreHeard(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: t("sitting.keys.title") });
  await expect(help.getByText(t("sitting.keys.choose"))).toBeVisible();
  await expect(help.getByRole("button")).toBeFocused();
  const single = help.getByRole("checkbox", { name: t("sitting.keys.single") });
  await single.uncheck();
  await page.keyboard.press("Enter");
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  for (const again of [false, true]) {
    if (again) await Promise.all([supplied(page), page.reload()]);
    await untilKeysAreHeard(page);
    await heading(page).focus();
    for (const key of ["2", "n", "?"]) await page.keyboard.press(key);
    await expect(radio(page, 0)).toBeChecked();
    await expect(help).toBeHidden();
    await expectCase(page, 1);
  }
  await page.keyboard.press("Enter");
  await expectCase(page, 2);
  await page.getByRole("button", { name: t("sitting.keys.title") }).click();
  await single.check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await expectCase(page, 1);
});
