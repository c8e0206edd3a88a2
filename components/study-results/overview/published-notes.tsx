import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { inPercent } from "#lib/figures/written.ts";
import { findPublished, isPublishedShown } from "#lib/study-results/figures/forest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; published: string | null };

/** Where the published figures are from, over what, and what in print doesn't fit with them. */
export async function PublishedNotes({ rows, view, published }: Props) {
  const found = findPublished(rows, view);
  if (!found) return null;
  const t = await getTranslations("resultsOverview.publishedNotes");
  const address = (choice: string) => {
    const query = writeView(view);
    query.set("published", choice);
    return `${resultsPath(rows.study.slug, "overview", query)}#forest`;
  };
  const isShown = isPublishedShown(rows, published);
  const { people, models, citation, source, cases } = found;
  const findings = [people, ...models].flatMap(({ name, findings: about }) =>
    about.map((finding) => ({ name, finding })),
  );
  return (
    <section aria-labelledby="published" className="grid gap-2">
      <h2 id="published" className="text-lg font-semibold">
        {t("title")}
      </h2>
      {rows.study.benchmark.isDemo && (
        <p className="measure text-sm">
          {t("demo", { citation })}{" "}
          <a href={address(isShown ? "without" : "with")} className="text-accent underline">
            {t(isShown ? "hide" : "show")}
          </a>
        </p>
      )}
      {isShown && (
        <ul className="measure grid list-disc gap-1 pl-5 text-sm">
          <li>{t("models", { citation, source, cases, who: view.who })}</li>
          <li>
            {t(people.isPrinted ? "printed" : "computed", {
              value: inPercent(people.value),
              source: people.source,
              answers: people.answers,
            })}
          </li>
          {findings.map((finding) => (
            <li key={`${finding.name} ${finding.finding}`}>{t("finding", finding)}</li>
          ))}
          {findings.length === 0 && <li>{t("noFinding")}</li>}
        </ul>
      )}
    </section>
  );
}
