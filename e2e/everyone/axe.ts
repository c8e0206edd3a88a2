import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const colourRules = ["color-contrast", "link-in-text-block"];

type Scope = "everything" | "colours";

/** What axe finds wrong, in a line each. A theme changes colours alone, so that only they need a second look. */
export async function findViolations(page: Page, scope: Scope = "everything"): Promise<string[]> {
  // Its other mode opens a page for every look, for the sake of frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (
    scope === "colours" ? axe.withRules(colourRules) : axe.withTags(tags)
  ).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`),
  );
}
