import { figureDownloads } from "#lib/paths.ts";
import { getFormatter, getTranslations, getLocale } from "next-intl/server";
import { nothing, modelNamed } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { levelKeys } from "#components/task-kinds/traits/names.ts";
import { differenceRow, listDifferenceColumns } from "#lib/study-results/kinds/judged/table.ts";
import { getTraits, type TraitResults } from "#lib/study-results/kinds/traits/results.ts";
import type { Locale } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { FigureTable, RatersNote } from "#components/task-kinds/judged/tables.tsx";
import { minForClaim, writeView } from "#lib/study-results/schema.ts";
import {
  agreementColumns,
  agreementRow,
  similarityColumns,
  similarityRows,
} from "#lib/study-results/kinds/traits/tables.ts";
import {
  drawSimilarity,
  listJudgedBy,
  formatOriginName,
  formatMissingReason,
} from "#lib/study-results/kinds/traits/figures.ts";

/** What a study of traits has found: how alike the two sides are, and how far raters agree. */
export async function Traits({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsTraits");
  const { agreement } = getTraits(rows, view);
  if (agreement.every(({ answers }) => answers === 0)) return null;
  return (
    <section className="grid min-w-0 gap-6">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <SimilarityTables rows={rows} view={view} />
      <AgreementTable agreement={agreement} />
    </section>
  );
}

const unagreed = ["no_items", "no_pairs", "one_category"] as const;

async function AgreementTable({ agreement }: Pick<TraitResults, "agreement">) {
  const t = await getTranslations("resultsTraits");
  const locale = await getLocale();
  const format = await getFormatter();
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
      <FigureTable
        caption={t("agreement.title")}
        hideCaption
        columns={agreementColumns}
        rows={agreement.map((one) => agreementRow(one, t(`traits.${one.trait}`)))}
        say={(key) => {
          const level = levelKeys.find((one) => one === key);
          return level ? t(`levels.${level}`) : t(`agreement.${key as "trait"}`);
        }}
        why={(reason) => formatMissingReason(reason, locale, unagreed)}
        own={(key, { cells }) =>
          levelKeys.some((level) => level === key)
            ? inShare(Number(cells[key]), Number(cells["answers"]))
            : undefined
        }
      />
      <p className="measure text-sm text-ink-muted">{t("agreement.note")}</p>
    </div>
  );
}

type Props = Pick<OwnOverviewProps, "rows" | "view">;
type Words = Awaited<ReturnType<typeof getTranslations<"resultsTraits">>>;

/** For each method and model, how alike the sides of a person are, by people and by each judge. */
async function SimilarityTables({ rows, view }: Props) {
  const t = await getTranslations("resultsTraits");
  const locale = await getLocale();
  const found = getTraits(rows, view);
  const made = drawSimilarity(rows, view, locale);
  const unanswered = found.origins.reduce((sum, one) => sum + one.unanswered, 0);
  const left = [
    unanswered > 0 && t("similarity.unanswered", { count: unanswered }),
    found.alone > 0 && t("similarity.alone", { count: found.alone }),
    found.several > 0 && t("similarity.several", { count: found.several }),
  ].filter((one) => one !== false);
  return (
    <div className="grid min-w-0 gap-3">
      {made === null ? (
        <>
          <h3 className="font-medium">{t("similarity.title")}</h3>
          <p className="measure">{t("similarity.intro")}</p>
          <p className="measure">{t("similarity.none")}</p>
        </>
      ) : (
        <FigureFrame
          id="similarity"
          level={3}
          title={made.title}
          sentence={t("similarity.intro")}
          figure={made.figure}
          downloads={figureDownloads(rows.study.slug, "similarity", writeView(view))}
          room="wide"
          isTableOpen
          table={<OriginsTable t={t} origins={found.origins} rows={rows} view={view} locale={locale} />}
        />
      )}
      <Differences
        t={t}
        locale={locale}
        differences={found.comparisons}
        isTold={found.origins.every((one) => one.isClaimable)}
      />
      <RatersNote
        raters={Math.min(
          ...found.origins.filter((one) => one.isClaimable).map(({ people }) => people.raters),
        )}
        unit="group"
      />
      <p className="measure text-sm text-ink-muted">
        {found.origins.some((one) => one.isClaimable)
          ? t("similarity.note")
          : t("similarity.few", minForClaim)}{" "}
        {left.join(" ")}
      </p>
    </div>
  );
}

const unlike = ["no_items", "too_few_groups", "too_few_raters", "no_variation", "interim"] as const;

type OriginsProps = Props & { t: Words; origins: TraitResults["origins"]; locale: Locale };

function OriginsTable({ t, origins, rows, view, locale }: OriginsProps) {
  const rowsOf = (one: TraitResults["origins"][number]) =>
    similarityRows(one, listJudgedBy(one, { rows, view, locale }), {
      origin: formatOriginName(one, locale),
      ties: (of) => t("similarity.tiesOf", of),
    });
  return (
    <FigureTable
      caption={t("similarity.title")}
      hideCaption
      columns={similarityColumns}
      rows={origins.flatMap(rowsOf)}
      say={(key) => t(`similarity.${key as "origin"}`)}
      why={(reason) => formatMissingReason(reason, locale, unlike)}
      own={(key, { cells }) => {
        if (key === "ties" && cells["levels"] === 0) return nothing;
        return key === "by" && cells["judge"] !== "people" ? modelNamed(String(cells["by"])) : undefined;
      }}
    />
  );
}

type DifferencesProps = {
  t: Words;
  locale: Locale;
  differences: TraitResults["comparisons"];
  isTold: boolean;
};

function Differences({ t, locale, differences, isTold: isShown }: DifferencesProps) {
  if (!isShown || differences.length === 0) return null;
  return (
    <>
      <h3 className="font-medium">{t("differences.title")}</h3>
      <FigureTable
        caption={t("differences.title")}
        hideCaption
        columns={[
          { key: "label", kind: "name", screen: "pair", atLeast: 40 },
          ...listDifferenceColumns({ digits: 3, isApart: true }).slice(2),
        ]}
        rows={differences.map((one) => {
          const pair = t("differences.against", {
            first: formatOriginName(one.first, locale),
            second: formatOriginName(one.second, locale),
          });
          return differenceRow(one, { id: pair, label: pair });
        })}
        say={(key) => t(`differences.${key === "groups" ? "n" : (key as "pair")}`)}
        why={(reason) => formatMissingReason(reason, locale, unlike)}
      />
      <p className="measure text-sm text-ink-muted">{t("differences.note")}</p>
    </>
  );
}
