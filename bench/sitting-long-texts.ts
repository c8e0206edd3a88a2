import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { weighCases } from "#bench/support/sitting/case-weight.ts";
import { desktop, measureVisits, phone } from "#bench/support/sitting/load-figures.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { openSilverStudies } from "#bench/support/sitting/silver-study.ts";
import { measureSitting } from "#bench/support/sitting/whole-sitting.ts";
import { openSite } from "#bench/support/site.ts";

export const name = "sitting-long-texts";
export const about =
  "50 thoughts rated for 5 scenarios of 8,000 tokens: what is sent, first visits, a whole sitting by scenario and one spread";

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const { tokens, ...links } = await openSilverStudies(server);
  const site = await openSite(server);
  const browser = await openBrowser();
  const figures: Figure[] = [
    { what: "tokens of the shortest scenario", value: Math.min(...tokens), unit: "" },
  ];
  for (const [order, link] of Object.entries({ "by scenario": links.byGroup, spread: links.spread })) {
    const [visitor, ...sitters] = await enterPeople(site, link, 3);
    if (!visitor) throw new Error("nobody entered");
    if (order === "spread") figures.push(...(await weighCases(site, visitor)));
    for (const [where, viewport] of Object.entries({ desktop, phone })) {
      const sitter = sitters.pop();
      if (!sitter) throw new Error("too few entered");
      const steps = await measureSitting(browser, site, sitter, viewport);
      figures.push({ what: `${order}, ${where}`, value: sitter.options.size, unit: "cases" }, ...steps);
    }
    if (order === "by scenario") continue;
    const visit = { path: `/sittings/${visitor.sittingId}/1`, who: visitor };
    const visits = Object.entries({ phone, desktop });
    figures.push(
      ...(await measureVisits(
        browser,
        site,
        visits.map(([what, viewport]) => ({ what, viewport, ...visit })),
      )),
    );
  }
  return figures;
}
