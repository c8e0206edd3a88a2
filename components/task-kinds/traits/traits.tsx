import { getFormatter, getTranslations } from "next-intl/server";
import { decimal, muted, named, nothing } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { SimilarityTables } from "#components/task-kinds/traits/similarity-tables.tsx";
import { levelKeys } from "#components/task-kinds/traits/names.ts";
import { Table } from "#components/ui/table/table.tsx";
import { describeAgreement } from "#lib/task-kinds/traits/agreement.ts";

/** What a study of traits has found: how alike the two sides are, and how far raters agree. */
export async function Traits({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsTraits");
  const agreement = describeAgreement(rows, view);
  if (agreement.every(({ answers }) => answers === 0)) return null;
  return (
    <section className="grid min-w-0 gap-6">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      <SimilarityTables rows={rows} view={view} />
      <AgreementTable agreement={agreement} />
    </section>
  );
}

const known = ["no_items", "no_pairs", "one_category"] as const;

async function AgreementTable({ agreement }: { agreement: ReturnType<typeof describeAgreement> }) {
  const t = await getTranslations("resultsTraits");
  const format = await getFormatter();
  const say = (reason: string | null) => t(`reasons.${known.find((one) => one === reason) ?? "other"}`);
  const inShare = (count: number, n: number) =>
    n === 0
      ? nothing
      : t("agreement.share", {
          count,
          share: format.number(count / n, { style: "percent", maximumFractionDigits: 0 }),
        });
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="font-medium">{t("agreement.title")}</h3>
      <Table
        caption={t("agreement.title")}
        hideCaption
        isTight
        columns={[
          { key: "trait", label: t("agreement.trait"), atLeast: 32 },
          ...levelKeys.map((level) => ({ key: level, label: t(`levels.${level}`), numeric: true })),
          ...(["n", "people", "cases", "alpha"] as const).map((key) => ({
            key,
            label: t(`agreement.${key}`),
            numeric: true,
          })),
        ]}
        rows={agreement.map(({ trait, counts, answers, raters, cases, alpha, reason }) => ({
          id: trait,
          cells: {
            trait: named(t(`traits.${trait}`)),
            ...Object.fromEntries(levelKeys.map((level, at) => [level, inShare(counts[at] ?? 0, answers)])),
            n: answers,
            people: raters,
            cases,
            alpha: alpha === null ? muted(say(reason)) : decimal(alpha),
          },
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("agreement.note")}</p>
    </div>
  );
}
