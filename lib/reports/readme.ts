import type { Report } from "#lib/reports/compose.ts";
import { listHead } from "#lib/reports/head.ts";
import { t } from "#lib/reports/words.ts";

/** What lies beside it, how it was made, and how to see that nothing was changed since. */
export function renderReadme(
  { facts, key }: Report,
  files: readonly { name: string; sha256: string }[],
): string {
  const { results, record } = facts;
  const { method, resampled, study } = results;
  const [, ...head] = listHead(facts);
  return [
    t("readme.title", { title: study.title.replace(/\s+/g, " "), slug: study.slug }),
    ...head,
    t("readme.same"),
    t("readme.standing"),
    t("readme.resampling", {
      seed: String(resampled.seed),
      b: resampled.b,
      rules: method.rules,
    }),
    t("readme.view", { stratum: results.view.stratum }),
    t("readme.key", { key }),
    t("readme.texts"),
    ...(record.manifest ? [t("readme.hash", { hash: record.manifest.hash })] : []),
    t("readme.latex"),
    [t("readme.files"), ...files.map(({ name, sha256 }) => `${sha256}  ${name}`)].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}
