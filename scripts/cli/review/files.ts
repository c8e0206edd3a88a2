import { writeFile } from "node:fs/promises";
import path from "node:path";
import { withProduct } from "#scripts/cli/database.ts";
import { fillFolder, requireFree } from "#scripts/cli/new-folder.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { requireReview, requireReviewRows } from "#scripts/cli/review/require.ts";

type Out = { out: string; json?: boolean };

export async function exportReview(
  slug: string,
  { out, texts: isWithTexts, json }: Out & { texts?: boolean },
): Promise<void> {
  const place = await requireFree(out);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { reviewFileKinds, reviewFileFormats } = await import("#lib/review-exports/schema.ts");
    const { writeReviewFile } = await import("#lib/review-exports/files.ts");
    const { writeReviewCodebook } = await import("#lib/review-exports/codebook.ts");
    const { recordReviewExport } = await import("#lib/review-exports/export-mutations.ts");
    const { getReviewManifest } = await import("#lib/reviews/plan/queries.ts");
    const { id } = await requireReview(operator(), slug);
    const rows = await requireReviewRows(operator(), slug);
    const texts = isWithTexts ? "with" : "without";
    const names = reviewFileKinds.flatMap((kind) => reviewFileFormats.map((format) => ({ kind, format })));
    const manifest = await getReviewManifest(id);
    await recordReviewExport(operator(), id, { file: "all", texts });
    await fillFolder(place, async (dir) => {
      for (const { kind, format } of names)
        await writeFile(path.join(dir, `${kind}.${format}`), writeReviewFile(rows, { kind, format, texts }));
      await writeFile(path.join(dir, "codebook.md"), writeReviewCodebook(rows, texts));
      if (manifest) await writeFile(path.join(dir, "manifest.json"), manifest.content);
    });
    report(json, { slug, out: place, texts, items: rows.items.length, decisions: rows.decisions.length }, [
      `wrote ${place}: ${rows.items.length} items, ${rows.decisions.length} decisions`,
    ]);
  });
}

export async function reportReview(slug: string, { out, json }: Out): Promise<void> {
  const place = await requireFree(out);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { writeReviewReport } = await import("#lib/review-exports/report/report.ts");
    const files = writeReviewReport(await requireReviewRows(operator(), slug));
    await fillFolder(place, async (dir) => {
      for (const { name, content } of files) await writeFile(path.join(dir, name), content);
    });
    const names = files.map(({ name }) => name);
    report(json, { slug, out: place, files: names }, [`wrote ${place}: ${names.join(", ")}`]);
  });
}

/** A new benchmark of what was accepted. */
export async function keepCases(slug: string, name: string, { json }: { json?: boolean }): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { benchmarkInput } = await import("#lib/benchmarks/schema.ts");
    const { keepAcceptedCases } = await import("#lib/review-exports/accepted/accepted-benchmark.ts");
    const { state } = await requireReview(operator(), slug);
    const input = benchmarkInput.shape.name.safeParse(name);
    if (!input.success) throw new Refusal("a benchmark’s name has 1 to 120 characters");
    const kept = await keepAcceptedCases(operator(), { slug, name: input.data });
    if (!kept.ok) {
      const refusals = {
        not_found: [`there is no review ${slug}`],
        not_closed: [`${slug} is ${state}: its cases can be kept once it is closed`],
        none_accepted: [`${slug} has no accepted case in an accepted batch: there is nothing to keep`],
        name_taken: [`there is a benchmark ${JSON.stringify(name)} already: choose another name`],
      };
      throw new Refusal(...refusals[kept.error]);
    }
    const { benchmark, cases } = kept.value;
    report(json, { review: slug, benchmark, cases }, [
      `created the benchmark ${benchmark} with ${cases} cases`,
    ]);
  });
}
