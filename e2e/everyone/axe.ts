import { createRequire } from "node:module";
import type { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { markLooks } from "#e2e/everyone/looks.ts";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];
type Axe = {
  configure(spec: object): void;
  run(within: string, options: object): Promise<{ violations: Violations }>;
};

const require = createRequire(import.meta.url);
// The builder would bring all of axe into the page for every look, and describe whatever is right as well.
const { source } = createRequire(require.resolve("@axe-core/playwright"))("axe-core/axe.min.js") as {
  source: string;
};

// Contrast takes longer than all else together, and a hundred rows of a table have the same: each look is judged.
const mark = "data-look";
const contrastOfLooks = { rules: [{ id: "color-contrast", selector: `[${mark}]` }] };

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const scopes = {
  everything: { type: "tag", values: tags },
  colours: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  /** What lies behind a dialog: out of its reach for everybody alike. */
  behind: { type: "rule", values: ["aria-hidden-focus", "aria-hidden-body", "scrollable-region-focusable"] },
};

/**
 * What still moves or changes its colour is looked at once it has come to rest; what follows somebody's scrolling rests
 * as it is.
 */
async function untilAtRest(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, timeline, effect }) =>
          playState === "running" &&
          timeline instanceof DocumentTimeline &&
          effect?.getTiming().iterations !== Infinity,
      );
  // One that ends can begin others: a colour that is inherited changes with its parent's.
  for (let found = moving(); found.length > 0; found = moving())
    await Promise.allSettled(found.map(({ finished }) => finished));
}

/**
 * What axe finds wrong, in a line each. A theme changes colours alone, so that only they need a second look. The
 * contrast of looks that were judged before isn't judged again.
 */
export async function findViolations(
  page: Page,
  scope: keyof typeof scopes = "everything",
  within = ":root",
  judged = new Set<string>(),
): Promise<string[]> {
  // A title that comes after its page is waited for, like whatever still moves.
  await page.waitForFunction(() => document.title !== "");
  await page.evaluate(untilAtRest);
  if (scope !== "behind") {
    const looks = await page.evaluate(markLooks, [mark, within, [...judged]] as const);
    if (scope === "colours" && judged.size > 0 && looks.length === 0) return [];
    for (const look of looks) judged.add(look);
  }
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(source);
    await page.evaluate(
      (spec) => (globalThis as unknown as { axe: Axe }).axe.configure(spec),
      contrastOfLooks,
    );
  }
  const violations = await page.evaluate(
    async ([within, runOnly]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      return (await axe.run(within, { runOnly, resultTypes: ["violations"] })).violations;
    },
    [within, scopes[scope]] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`),
  );
}
