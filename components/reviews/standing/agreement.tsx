import { useTranslations } from "next-intl";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { ReviewFigures } from "#lib/reviews/results/review-figures.ts";

/** How far those agree who looked at the same: reviewers, auditors, and a filter beside people. */
export function ReviewAgreement({ agreement }: Pick<ReviewFigures, "agreement">) {
  const t = useTranslations("reviews.standing.agreement");
  const { shareCell, coefficient, whole } = useMeasures();
  const { reviewers, blind, blindReasons, audit, disputes, filters } = agreement;
  const lines = [
    { id: "reviewers", n: reviewers.n, agree: reviewers.agreement, kappa: reviewers.cohen },
    { id: "blind", n: blind.n, agree: blind.agreement, kappa: blind.cohen },
    { id: "blindReasons", n: blindReasons.of, agree: blindReasons, kappa: null },
    { id: "auditRight", n: audit.disagreedWithRight.of, agree: audit.disagreedWithRight, kappa: null },
    { id: "auditWrong", n: audit.disagreedWithWrong.of, agree: audit.disagreedWithWrong, kappa: null },
  ] as const;
  return (
    <section aria-labelledby="agreement" className="grid gap-4 border-t border-line pt-6">
      <h2 id="agreement" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Table
        caption={t("caption")}
        columns={[
          { key: "what", label: t("columns.what"), atLeast: 48 },
          { key: "n", label: t("columns.n"), numeric: true },
          { key: "agree", label: t("columns.share"), numeric: true },
          { key: "kappa", label: t("columns.kappa"), numeric: true },
        ]}
        rows={lines.map(({ id, n, agree, kappa }) => ({
          id,
          cells: {
            what: t(`lines.${id}`),
            n: whole(n),
            agree: shareCell(agree),
            kappa: kappa && coefficient(kappa),
          },
        }))}
      />
      <p className="text-sm text-ink-muted">{t("disputes", disputes)}</p>
      {filters.length > 0 && <Filters filters={filters} />}
    </section>
  );
}

function Filters({ filters }: Pick<ReviewFigures["agreement"], "filters">) {
  const t = useTranslations("reviews.standing.filters");
  const { narrowCell, coefficient, whole } = useMeasures();
  const columns = ["n", "agreement", "precision", "recall", "kappa"] as const;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
      <Table
        caption={t("title")}
        columns={[
          { key: "judge", label: t("columns.judge"), atLeast: 32 },
          ...columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
        ]}
        rows={filters.map(({ judge, all, kappa }) => ({
          id: judge,
          cells: {
            judge: { text: judge, isName: true },
            n: whole(all.n),
            agreement: narrowCell(all.agreement),
            precision: narrowCell(all.precision),
            recall: narrowCell(all.recall),
            kappa: coefficient(kappa.cohen),
          },
        }))}
      />
    </div>
  );
}
