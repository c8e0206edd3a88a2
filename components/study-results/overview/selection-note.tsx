import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { resultsPath } from "#lib/paths.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

/** Which model the cases were chosen by, and which comparison that leaves fair. */
export async function SelectionNote({ rows, view }: { rows: StudyRows; view: View }) {
  const run = rows.runs.find(({ apart }) => apart === "selecting");
  if (!run) return null;
  const t = await getTranslations("resultsOverview.selecting");
  const { model } = run;
  const hasControls = rows.cases.some(({ stratum }) => stratum === "control");
  const controls = resultsPath(rows.study.slug, "overview", writeView({ ...view, stratum: "control" }));
  return (
    <Fold
      id="selection"
      title={t("title", { model, stratum: view.stratum })}
      note={t("note", { cases: getPoints(rows, view).people.n.cases })}
    >
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
    </Fold>
  );
}
