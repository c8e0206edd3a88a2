import { readFileSync } from "node:fs";
import type { Follower } from "#bench/support/first-figure/follower.ts";

/** The forest as a file, and the whole report. */
export async function takeFigure(guide: Follower): Promise<{ figureKB: number; zipKB: number }> {
  await guide.press("Results");
  const figure = readFileSync(await guide.download("SVG, 86 mm"));
  if (!/^(<\?xml[^>]*>\s*)?<svg/.test(figure.toString())) throw new Error("the figure is no SVG");
  await guide.press("Report");
  const zip = readFileSync(await guide.download("Download as a zip"));
  if (!zip.includes("figures/figure-1-forest-86mm.svg")) throw new Error("the report has no forest");
  return { figureKB: figure.length / 1000, zipKB: zip.length / 1000 };
}
