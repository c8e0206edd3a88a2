import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { resultsPath } from "#lib/paths.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { isFilter } from "#lib/studies/selectors/schema.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { selectorsOf, writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** Which models the cases were chosen by, and which comparison that leaves fair. */
export async function SelectionNote({ rows, view }: Props) {
  const locale = await getLocale();
  const selectors = selectorsOf(rows.study);
  const cases = formatSelectedCases(selectors, locale, view.stratum);
  if (cases === null) return null;
  const t = await getTranslations("resultsOverview.selecting");
  const reference = selectors.find(({ way }) => way === "errors");
  const filtered = formatSelectedCases(selectors.filter(isFilter), locale);
  return (
    <Fold
      id="selection"
      title={t("title", { cases })}
      note={t("note", { cases: getPoints(rows, view).people.n.cases })}
    >
      {reference && <SelectedByErrors rows={rows} view={view} model={reference.model} />}
      {filtered && <p className="measure">{t("filtered", { cases: filtered, who: view.who })}</p>}
    </Fold>
  );
}

async function SelectedByErrors({ rows, view, model }: Props & { model: string }) {
  const t = await getTranslations("resultsOverview.selecting");
  const hasControls = rows.cases.some(({ stratum }) => stratum === "control");
  const controls = resultsPath(rows.study.slug, "overview", writeView({ ...view, stratum: "control" }));
  return (
    <p className="measure">
      {t(view.stratum, { model, who: view.who })}{" "}
      {hasControls
        ? view.stratum !== "control" &&
          t.rich("hasControls", {
            link: (chunks: ReactNode) => (
              <Link href={controls} className="text-accent underline">
                {chunks}
              </Link>
            ),
          })
        : t("noControls", { who: view.who })}
    </p>
  );
}
