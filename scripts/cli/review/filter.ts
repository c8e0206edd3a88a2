import { problemLines } from "#lib/files/import-problems.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { requireReview } from "#scripts/cli/review/require.ts";
import { findFile } from "#scripts/cli/track-files.ts";

export async function storeFilter(
  slug: string,
  { file: given, json }: { file: string; json?: boolean },
): Promise<void> {
  const file = findFile(given);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const filters = await import("#lib/reviews/filter/mutations.ts");
    await requireReview(operator(), slug);
    const stored = await filters.storeFilter(operator(), slug, file);
    if (!stored.ok) throw new Refusal(`${slug} is a draft: it has no items yet`);
    const { problems, filters: models } = stored.value;
    if (problems.length > 0) throw new Refusal(...problemLines(problems), "nothing was stored");
    report(
      json,
      { slug, filters: models },
      models.map(
        ({ model, items, isNewer }) =>
          `stored ${items} decisions of ${model}${isNewer ? ", which count in place of its earlier ones" : ""}`,
      ),
    );
  });
}
