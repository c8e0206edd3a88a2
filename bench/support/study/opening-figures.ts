import type { Figure } from "#bench/support/figure.ts";
import { ownCases } from "#bench/support/study/design.ts";
import type { Studies } from "#bench/support/study/product.ts";
import { timed } from "#bench/support/timing.ts";

const LIMIT_S = 5;

/** From a saved draft to an open study. Opening draws the sample once more, so drawing is timed twice. */
export async function measureOpening(studies: Studies, people: number) {
  const { id, slug } = await studies.draft("Own cases", ownCases(studies, people, 0.5));
  let digest = "";
  const drawing = await timed(async () => {
    const { problems, sample } = await studies.plan(slug);
    if (!sample?.ok || problems.length > 0)
      throw new Error(`this can't open: ${JSON.stringify({ problems, sample }).slice(0, 2000)}`);
    digest = sample.plan.digest;
  });
  const opening = await timed(() => studies.open(slug, digest));
  const figures: Figure[] = [
    { what: `sample for ${people} people × 50 own cases`, value: drawing / 1000, unit: "s" },
    { what: "  drawn again, frozen and opened", value: opening / 1000, unit: "s" },
    { what: "  together", value: (drawing + opening) / 1000, unit: "s", limit: LIMIT_S },
  ];
  return { figures, study: { id, slug } };
}
