import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { AgreementTable } from "#components/study-results/agreement/agreement-table.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { getAgreement, getAgreementPoints } from "#lib/study-results/agreement/agreement.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** The figures at once, their intervals as soon as they are resampled. */
export function FiguresSection({ rows, view }: Props) {
  const t = useTranslations("resultsAgreement.figures");
  const { slug } = rows.study;
  const points = getAgreementPoints(rows, view);
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <h2 id="figures" className="text-xl font-semibold">
        {t("title", { who: view.who })}
      </h2>
      <Streamed
        fallback={
          <>
            {points && <AgreementTable slug={slug} view={view} parts={points} hasIntervals={false} />}
            <p role="status">{t("working")}</p>
          </>
        }
      >
        <WithIntervals rows={rows} view={view} />
      </Streamed>
      <p className="measure text-ink-muted">{t("about")}</p>
    </section>
  );
}

async function WithIntervals({ rows, view }: Props) {
  const t = await getTranslations("resultsAgreement.figures");
  const { parts, b, seed } = await getAgreement(rows, view);
  return (
    <>
      <AgreementTable slug={rows.study.slug} view={view} parts={parts} hasIntervals />
      <p className="measure text-ink-muted">{t("method", { b, seed: String(seed) })}</p>
    </>
  );
}
