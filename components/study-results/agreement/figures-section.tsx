import { useTranslations } from "next-intl";
import { AgreementTable } from "#components/study-results/agreement/agreement-table.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** How far people choose the same, as soon as it is computed. */
export function FiguresSection({ rows, view }: Props) {
  const t = useTranslations("resultsAgreement.figures");
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <h2 id="figures" className="text-xl font-semibold">
        {t("title", { who: view.who })}
      </h2>
      <Streamed fallback={<p role="status">{t("working")}</p>}>
        <Figures rows={rows} view={view} />
      </Streamed>
      <p className="measure text-ink-muted">{t("method")}</p>
      <p className="measure text-ink-muted">{t("about")}</p>
    </section>
  );
}

async function Figures({ rows, view }: Props) {
  const { parts } = await getAgreement(rows, view);
  return <AgreementTable slug={rows.study.slug} view={view} parts={parts} />;
}
