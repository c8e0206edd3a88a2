import { getTranslations } from "next-intl/server";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { resultsPath } from "#lib/paths.ts";
import { inPercent } from "#lib/figures/written.ts";
import { isPublishedShown } from "#lib/results/render/forest.ts";
import { findPublished } from "#lib/study-results/figures/published-rows.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; published: string | null };

/** Has the figure with what was printed of the same benchmark, or without. */
export async function PublishedSwitch({ rows, view, published }: Props) {
  if (!findPublished(rows, view)) return null;
  const t = await getTranslations("resultsOverview.publishedNotes");
  const query = writeView(view);
  const isShown = isPublishedShown(published);
  if (!isShown) query.set("published", "with");
  return (
    <a
      href={resultsPath(rows.study.slug, "overview", query)}
      className="no-print target inline-flex w-fit items-center text-sm text-accent underline"
    >
      {t(isShown ? "hide" : "show")}
    </a>
  );
}

/** Where the published figures are from, over what, and what in print doesn't fit with them. */
export async function PublishedNotes({ rows, view, published }: Props) {
  const found = isPublishedShown(published) ? findPublished(rows, view) : null;
  if (!found) return null;
  const t = await getTranslations("resultsOverview.publishedNotes");
  const { people, models, citation, source, cases } = found;
  const findings = [people, ...models].flatMap(({ name, findings: about }) =>
    about.map((finding) => ({ name, finding })),
  );
  return (
    <Fold id="published" title={t("title")} note={t("note", { citation })}>
      <ul className="notes list-disc pl-5 text-sm">
        <li>{t("models", { citation, source, cases, who: view.who })}</li>
        <li>{t("matched")}</li>
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
    </Fold>
  );
}
