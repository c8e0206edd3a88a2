import { getTranslations } from "next-intl/server";
import { AgreementTable } from "#components/study-results/agreement/agreement-table.tsx";
import { Kept } from "#components/study-results/kept.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { getAgreement, type Agreement } from "#lib/study-results/agreement/agreement.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** How far people choose the same, as soon as it is computed. */
export function FiguresSection({ rows, view }: Props) {
  const found = getAgreement(rows, view);
  if (peek(found) === null) return <Section rows={rows} view={view} found={found} />;
  return (
    <Kept rows={rows} view={view} of="figures of agreement">
      <Section rows={rows} view={view} found={found} />
    </Kept>
  );
}

type SectionProps = Props & { found: Promise<Agreement> };

async function Section({ rows, view, found }: SectionProps) {
  const t = await getTranslations("resultsAgreement.figures");
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <h2 id="figures" className="text-xl font-semibold">
        {t("title", { who: view.who })}
      </h2>
      {peek(found) ? (
        <Figures rows={rows} view={view} found={found} />
      ) : (
        <Streamed fallback={<p role="status">{t("working")}</p>}>
          <Figures rows={rows} view={view} found={found} />
        </Streamed>
      )}
      <p className="measure text-ink-muted">{t("method")}</p>
      <p className="measure text-ink-muted">{t("about")}</p>
    </section>
  );
}

async function Figures({ rows, view, found }: SectionProps) {
  const { parts } = await found;
  return <AgreementTable slug={rows.study.slug} view={view} parts={parts} />;
}
