import { getTranslations } from "next-intl/server";
import { decimal, muted, named } from "#components/study-results/figure-cells.ts";
import { nameJudge } from "#components/task-kinds/codes/share-table.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import type { CodedCases } from "#lib/task-kinds/codes/codes.ts";

const worded = [
  ...(["no_items", "no_pairs", "one_category", "too_few_raters", "too_few_items"] as const),
  ...(["too_few_groups", "no_error", "no_variation", "interim"] as const),
];

type Props = { coded: CodedCases; who: OwnOverviewProps["view"]["who"] };

/** Of each code, how far people agree that it is there, and how far a judge agrees with one of them. */
export async function AgreementTable({ coded: { codes, agreement, overall }, who }: Props) {
  const t = await getTranslations("resultsCodes");
  const all = [...codes, t("none")];
  const judges = overall.flatMap(({ run }) => (run ? [run] : []));
  const written = ({ value, low, high, reason }: Bounded) => {
    const why = reason && muted(t(`reasons.${worded.find((one) => one === reason) ?? "other"}`));
    if (value === null) return why ?? [];
    const interval = low !== null && high !== null && `${inDigits(low, 2)}–${inDigits(high, 2)}`;
    return [
      decimal(value, 2),
      interval ? { line: interval, isMuted: true } : why && { line: why.text, isMuted: true },
    ];
  };
  return (
    <Table
      caption={t("agreement.title")}
      hideCaption={false}
      isTight
      columns={[
        { key: "code", label: t("code"), atLeast: 32 },
        { key: "alpha", label: t("agreement.alpha"), numeric: true },
        { key: "pairwise", label: t("agreement.pairwise"), numeric: true },
        { key: "kappa", label: t("agreement.kappa", { who }), numeric: true },
        ...judges.map((run) => ({
          key: String(run.id),
          label: t("agreement.kappaOfJudge", { judge: nameJudge(run) }),
          numeric: true,
        })),
      ]}
      rows={agreement.map(({ alpha, pairwise, kappa, judges: met }, at) => ({
        id: String(at),
        cells: {
          code: named(all[at] ?? ""),
          alpha: written(alpha),
          pairwise: written(pairwise),
          kappa: written(kappa),
          ...Object.fromEntries(met.map((one, judge) => [String(judges[judge]?.id), written(one)])),
        },
      }))}
    />
  );
}
