import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { measureSitting } from "#bench/support/sitting/whole-sitting.ts";

export const name = "sitting-speed";
export const about = "a whole sitting of 50 cases, processor slowed down 4 times (95th percentiles)";

export async function run(): Promise<Figure[]> {
  const { site, link } = await openSittingStudy();
  const [sitter] = await enterPeople(site, link, 1);
  if (!sitter) throw new Error("nobody entered");
  return measureSitting(await openBrowser(), site, sitter);
}
